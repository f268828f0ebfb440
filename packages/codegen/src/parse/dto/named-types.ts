import type { ts } from 'ts-morph'
import { unbindable } from '../../diagnostics/unbindable.ts'
import type { BrandType, NamedType, ObjectType, TypePath } from '../../model/dto.ts'
import type { FieldType } from '../../model/field-type.ts'
import { type ExportedType, isTypeDeclaration } from '../types/exported-types.ts'
import {
  argumentsIn,
  argumentsKey,
  argumentsOfMembers,
  noArguments,
  type TypeArguments,
} from '../types/named-arguments.ts'
import { isSameType } from '../types/parse-brand.ts'
import { EndlessType, type TypeNamer, type TypeUse } from '../types/type-use.ts'
import type { ParseRun } from './parse-run.ts'
import { brandNames, objectNames, TypeNames, usedTypes } from './type-names.ts'

/** More than any handwritten source has; stops anonymous types that grow without end. */
const maxTypes = 5000
/** Deeper nesting than any handwritten `Page<Page<Page<…>>>`; stops types that grow without end. */
const deepest = 10
/** Types further inside are parsed after all others, so that in a web of types paths stay short. */
const maxSteps = 24

/** Parses the members of an object type that was named. */
type ParseObject = (
  name: string,
  path: TypePath,
  type: ts.Type,
  symbol: ts.Symbol | undefined,
  around: TypeArguments,
  used: ts.Node,
) => ObjectType

/** The types of a generated file that need a name: objects, brands and recursive types. */
export class NamedTypes {
  readonly #run: ParseRun
  readonly #exported: readonly ExportedType[]
  readonly #parseObject: ParseObject
  /** Exported types keep their own names. */
  readonly #names = new TypeNames()
  /** In order of first use; `undefined` while its fields are parsed. */
  readonly #nested = new Map<string, ObjectType | undefined>()
  readonly #brands: (BrandType & { readonly type?: ts.Type })[] = []
  readonly #recursive = new Map<string, NamedType>()
  readonly #paths = new Map<string, TypePath>()
  readonly #refused = new Set<ts.Type>()
  /** Stack of types being parsed. */
  #open: readonly (ts.Symbol | undefined)[] = []
  /** Types that wait until those less deep are parsed. */
  #waiting: (() => void)[] = []
  readonly #endless = new Set<ts.Symbol | undefined>()
  readonly namer: TypeNamer = {
    object: (type, use) => this.#nameNested(type, use),
    isExported: (type) => this.#exported.some((one) => one.type === type),
    brand: (type, use, of) => this.#nameBrand(type, use, of),
    recursive: (type, use) => this.#nameRecursive(type, use),
    define: (name, of) => this.#recursive.set(name, { name, path: this.#paths.get(name) ?? nowhere, of }),
    recursives: new Map(),
    unions: new Map(),
    // Refusals inside packages are explained later, at the user's declarations.
    refused: (use) => (this.#run.refusals.isForeign({ use }) ? this.#refused : new Set()),
  }

  /** @param kept types with their own names, those of `exported` among them */
  constructor(
    run: ParseRun,
    exported: readonly ExportedType[],
    kept: readonly ExportedType[],
    parseObject: ParseObject,
  ) {
    this.#run = run
    this.#exported = exported
    this.#parseObject = parseObject
    for (const one of kept)
      if (!usedTypes.has(one.name)) this.#names.keep(one.type, one.name, argumentsKey(argumentsOf(one, run)))
  }

  get found(): {
    readonly objects: readonly ObjectType[]
    readonly brands: readonly BrandType[]
    readonly recursive: readonly NamedType[]
  } {
    return {
      objects: [...this.#nested.values()].filter((one) => one !== undefined),
      brands: this.#brands.map(({ name, path, of }) => ({ name, path, of })),
      recursive: [...this.#recursive.values()],
    }
  }

  /** Parses a declaration, and the types that wait for it. */
  parseAll<T>(parse: () => T): T {
    try {
      const parsed = parse()
      // Those found on the way are added.
      for (const next of this.#waiting) next()
      return parsed
    } finally {
      this.#waiting = []
    }
  }

  /** The name of a nested object type. The first use parses it. */
  #nameNested(type: ts.Type, use: TypeUse): string {
    const found = argumentsIn(use.node, use.around, this.#run)
    const members = argumentsOfMembers(type, found, this.#run.checker)
    const name = this.#names.of(type, () => objectNames(type, use), argumentsKey(members))
    if (this.#nested.has(name)) return name
    if (this.#nested.size > maxTypes) throw new EndlessType(use, unbindable.tooMany(maxTypes))
    if (this.#isEndless(type, use)) return name
    // Reserves the name before parsing the fields, which may refer to it.
    this.#nested.set(name, undefined)
    const exported = this.#exported.find((one) => isSame(one, type, members, this.#run))
    const path = exported === undefined ? use.path : { exported: exported.exportName, steps: [] }
    const symbol = type.aliasSymbol ?? type.symbol
    const around = [...this.#open, symbol]
    const parse = (): void => {
      const before = this.#open
      this.#open = around
      try {
        this.#nested.set(name, this.#parseObject(name, path, type, symbol, members, use.node))
      } finally {
        this.#open = before
      }
    }
    if (path.steps.length <= maxSteps) parse()
    else this.#waiting.push(parse)
    return name
  }

  /** The name of a branded type. The first use determines its path. */
  #nameBrand(type: ts.Type, use: TypeUse, of: FieldType): string {
    if (type.isUnion() && use.path.steps.at(-1)?.kind === 'ofKind') {
      const name = this.#names.ofPart(brandNames(type, use).slice(-1))
      this.#brands.push({ name, path: use.path, of })
      return name
    }
    const known = this.#brands.find((one) => one.type !== undefined && isSameType(one.type, type))
    if (known !== undefined) return known.name
    const name = this.#names.of(type, () => brandNames(type, use))
    this.#brands.push({ name, path: use.path, of, type })
    return name
  }

  /** The name of a type that contains itself; an exported type keeps its own. */
  #nameRecursive(type: ts.Type, use: TypeUse): string {
    const { aliasSymbol } = type
    const own = this.#exported.find(({ symbol }) => symbol === aliasSymbol)
    const name = own?.name ?? this.#names.of(type, () => brandNames(type, use))
    const path = own === undefined ? use.path : { exported: own.exportName, steps: [] }
    if (!this.#paths.has(name)) this.#paths.set(name, path)
    return name
  }

  /** Whether a generic type contains itself with new arguments each time. Reports it once. */
  #isEndless(type: ts.Type, use: TypeUse): boolean {
    const symbol = type.aliasSymbol ?? type.symbol
    if (this.#endless.has(symbol)) return true
    if (!isGeneric(symbol) || this.#open.filter((one) => one === symbol).length < deepest) return false
    this.#endless.add(symbol)
    const text = this.#run.checker.typeToString(type)
    this.#run.refusals.add({ use, type: text, why: unbindable.endless })
    return true
  }
}

/** The type arguments of an exported type, as far as they have rules. */
export function argumentsOf(
  { type, symbol }: Pick<ExportedType, 'type' | 'symbol'>,
  run: ParseRun,
): TypeArguments {
  const node = symbol.declarations?.find(isTypeDeclaration)
  const found = node === undefined ? noArguments : argumentsIn(node, noArguments, run)
  return argumentsOfMembers(type, found, run.checker)
}

/** Whether an exported type is this one, with these type arguments. */
export function isSame(one: ExportedType, type: ts.Type, around: TypeArguments, run: ParseRun): boolean {
  return one.type === type && argumentsKey(argumentsOf(one, run)) === argumentsKey(around)
}

const nowhere: TypePath = { exported: '', steps: [] }

function isGeneric(symbol: ts.Symbol | undefined): boolean {
  return (
    symbol?.declarations?.some((node) => isTypeDeclaration(node) && (node.typeParameters?.length ?? 0) > 0) ??
    false
  )
}
