import { catalog } from '../diagnostics/catalog.ts'
import { notPlain, unbindable } from '../diagnostics/unbindable.ts'
import type { BrandType, DtoModule, Field, ObjectType, TypeOrigin, TypePath } from '../model/dto.ts'
import type { FieldType } from '../model/field-type.ts'
import { type BindingSource, defaultOrder } from '../model/source.ts'
import { type LocatedTags, tagsBefore } from './comment-tags.ts'
import { ts } from './compiler.ts'
import { type ExportedType, exportedTypes, isTypeDeclaration, sharableTypes } from './exported-types.ts'
import { isNoPlainObject, isOfLibrary } from './library-types.ts'
import { orderedProperties } from './ordered-properties.ts'
import { reportOverlooked } from './overlooked-tags.ts'
import { parseBindings } from './parse-bindings.ts'
import { isSameType } from './parse-brand.ts'
import {
  declarationText,
  interfaceTags,
  ownDeclaration,
  parseField,
  reportRepeatedTags,
} from './parse-field.ts'
import { type ParseRun, spanOfNode } from './parse-run.ts'
import { brandNames, objectNames, TypeNames, usedTypes } from './type-names.ts'
import { EndlessType, type TypeNamer, type TypeUse } from './type-use.ts'
import { reportUnresolvedBases } from './unresolved.ts'

/** Reads the DTOs of one source; `undefined` when there is none. */
export function parseModule(
  file: ts.SourceFile,
  importExtension: DtoModule['importExtension'],
  run: ParseRun,
): DtoModule | undefined {
  return new ModuleParser(file, run).parse(importExtension)
}

/** Names that the functions of a DTO use for themselves, or that no constant can have. */
const usedValues: ReadonlySet<string> = new Set(
  `arguments as body c cbor cookie eval faults form header json msgpack out query respHeader result uri value xml`.split(
    ' ',
  ),
)

/** More than any source has by hand: what grows by itself without a name to show it gets there soon. */
const mostTypes = 5000
/** `Page<Page<Page<…>>>` may be written; what goes deeper than this is a type that grows by itself. */
const deepest = 10

class ModuleParser {
  readonly #file: ts.SourceFile
  readonly #run: ParseRun
  readonly #exported: readonly ExportedType[]
  readonly #generic: readonly ExportedType[]
  readonly #sharable: ReadonlySet<string>
  /** What the source exports keeps its own. */
  readonly #names = new TypeNames()
  /** In order of first use; without a value while its fields are read. */
  readonly #nested = new Map<string, ObjectType | undefined>()
  readonly #brands = new Map<ts.Type, BrandType>()
  /** The types that are being read, each in the one before. */
  readonly #open: (ts.Symbol | undefined)[] = []
  readonly #endless = new Set<ts.Symbol | undefined>()
  readonly #namer: TypeNamer = {
    object: (type, use) => this.#nameNested(type, use),
    brand: (type, use, of) => this.#nameBrand(type, use, of),
  }

  constructor(file: ts.SourceFile, run: ParseRun) {
    this.#file = file
    this.#run = run
    const all = exportedTypes(file, run.checker)
    this.#exported = all.filter(({ isGeneric }) => !isGeneric)
    this.#generic = all.filter(({ isGeneric }) => isGeneric)
    this.#sharable = sharableTypes(file, run.checker)
    for (const { type, name } of this.#exported) if (!usedTypes.has(name)) this.#names.keep(type, name)
  }

  parse(importExtension: DtoModule['importExtension']): DtoModule | undefined {
    for (const one of this.#generic) if (this.#isDto(one)) this.#checkGeneric(one)
    const found = this.#exported.filter((one) => this.#isDto(one))
    if (found.length === 0) return undefined
    for (const one of found) this.#checkDto(one)
    const dtos = found.flatMap((one) => this.#parseDto(one) ?? [])
    return {
      path: this.#file.fileName,
      importExtension,
      aliasTag: this.#run.names.aliasTag,
      dtos,
      objects: [...this.#nested.values()].filter((one) => one !== undefined),
      brands: [...this.#brands.values()],
    }
  }

  #checkDto({ name, symbol, type }: ExportedType): void {
    const { checker } = this.#run
    if (!isNoPlainObject(type, checker)) this.#refuseSignatures(name, type, symbol)
    const [tag] = this.#tagsOf(symbol).tags
    const isEmpty = type.getProperties().length + checker.getIndexInfosOfType(type).length === 0
    if (isEmpty && tag !== undefined)
      this.#run.report(catalog.unreadTag, tag.span, tag.name, unbindable.empty)
    const declaration = symbol.declarations?.[0]
    if ((usedTypes.has(name) || usedValues.has(name)) && declaration)
      this.#run.report(catalog.reservedName, spanOfNode(declaration), name)
  }

  /** A generic type is no DTO, but what no argument can mend is as wrong in it as anywhere. */
  #checkGeneric({ exportName, type, symbol }: ExportedType): void {
    const node = symbol.declarations?.find(isTypeDeclaration)
    const parameters = new Set(node?.typeParameters?.map(({ name }) => name.text))
    if (node === undefined) return
    for (const property of type.getProperties()) {
      const declared = property.declarations?.[0]
      if (declared === undefined || names(declared, parameters)) continue
      parseField(
        property,
        { name: exportName, path: { exported: exportName, steps: [] }, node },
        this.#run,
        nameless,
      )
    }
  }

  #parseDto({ name, exportName, type, symbol }: ExportedType): ObjectType | undefined {
    const node = symbol.declarations?.find(isTypeDeclaration)
    if (node !== undefined && isNoPlainObject(type, this.#run.checker)) {
      const text = this.#run.checker.typeToString(type)
      this.#run.markRead(node)
      this.#run.report(catalog.unbindableType, spanOfNode(node), name, text, notPlain())
      return undefined
    }
    try {
      return this.#parseObject(name, { exported: exportName, steps: [] }, type, symbol)
    } catch (error) {
      if (!(error instanceof EndlessType)) throw error
      const { span, field } = error.use
      this.#run.report(catalog.unbindableType, span, field, 'its type', unbindable.tooDeep)
      return undefined
    }
  }

  /** What an object can be called with, or has any key of, stands beside its properties: nobody would miss it. */
  #refuseSignatures(name: string, type: ts.Type, { declarations }: ts.Symbol): void {
    const indexes = this.#run.checker.getIndexInfosOfType(type)
    const signatures = [...type.getCallSignatures(), ...type.getConstructSignatures()]
    const refused = [
      ...signatures.map(({ declaration }) => [declaration, unbindable.function] as const),
      ...indexes.map(({ declaration }) => [declaration, unbindable.openKeys] as const),
    ]
    for (const [declaration, why] of refused) {
      // What `extends Record<string, string>` brings is declared nowhere, or where the user cannot look.
      const isOwn = declaration !== undefined && !isOfLibrary(declaration)
      const node = isOwn ? declaration : (declarations?.find(isTypeDeclaration) ?? this.#file)
      const text = isOwn ? declarationText(declaration) : 'it'
      this.#run.report(catalog.unbindableType, spanOfNode(node), name, text, why)
    }
  }

  /** Whether the interface or one of its properties carries a source tag or `@response`. */
  #isDto({ type, symbol }: ExportedType): boolean {
    const { names } = this.#run
    if (this.#tagsOf(symbol).tags.some((tag) => names.makesDto(tag.name))) return true
    return type.getProperties().some((property) => {
      const declaration = property.declarations?.[0]
      return declaration && tagsBefore(declaration, this.#run).tags.some((tag) => names.makesDto(tag.name))
    })
  }

  /** The tags of every declaration that TypeScript merges into one. */
  #tagsOf(symbol: ts.Symbol | undefined): LocatedTags {
    const all = (symbol?.declarations ?? [])
      .filter(isTypeDeclaration)
      .map((node) => tagsBefore(node, this.#run))
    return {
      description: all.find((one) => one.description !== '')?.description ?? '',
      tags: all.flatMap((one) => one.tags),
    }
  }

  #parseObject(
    name: string,
    path: TypePath,
    type: ts.Type,
    symbol: ts.Symbol | undefined,
    used?: ts.Node,
  ): ObjectType {
    const tags = this.#tagsOf(symbol)
    for (const node of symbol?.declarations ?? []) {
      this.#run.markRead(node)
      reportUnresolvedBases(node, name, this.#run)
      if (isTypeDeclaration(node)) reportOverlooked(node, this.#run)
    }
    reportRepeatedTags(tags, (name) => interfaceTags.includes(name), this.#run)
    this.#reportMisplaced(tags)
    // What the library declares (`Record`) is told of where it is used.
    const declaration = ownDeclaration(symbol) ?? used ?? this.#file
    const fields: Field[] = []
    for (const property of orderedProperties(type, used ?? declaration, this.#run.checker)) {
      const field = parseField(property, { name, path, node: declaration }, this.#run, this.#namer)
      if (field !== undefined) fields.push(field)
    }
    return {
      name,
      path,
      fields,
      isEmpty: type.getProperties().length === 0,
      bindings: parseBindings(tags.tags, '', this.#run),
      isSent: this.#isSent(tags),
      missing: this.#missingOf(tags),
      order: this.#orderOf(tags),
      description: tags.description,
      span: spanOfNode(declaration),
      isExported: [...this.#exported, ...this.#generic].some((one) => one.symbol === symbol),
      isShared: this.#exported.some((one) => one.type === type) && this.#sharable.has(name),
      from: this.#originOf(type, symbol),
    }
  }

  /** The generated file that a type of another source is imported from. */
  #originOf(type: ts.Type, symbol: ts.Symbol | undefined): TypeOrigin | undefined {
    const file = symbol?.declarations?.find(isTypeDeclaration)?.getSourceFile()
    if (file === undefined || file === this.#file) return undefined
    const outputPath = this.#run.outputOf(file.fileName)
    if (outputPath === undefined) return undefined
    const found = exportedTypes(file, this.#run.checker).find((one) => one.type === type)
    if (found === undefined || found.isGeneric || !this.#isDto(found)) return undefined
    const { name } = found
    const isSharable = sharableTypes(file, this.#run.checker).has(name)
    return isSharable ? { sourcePath: file.fileName, outputPath, name } : undefined
  }

  /** The name of a nested object type; the first use parses it. */
  #nameNested(type: ts.Type, use: TypeUse): string {
    const exported = this.#exported.find((one) => one.type === type)
    const name = this.#names.of(type, objectNames(type, use))
    if (this.#nested.has(name)) return name
    if (this.#nested.size > mostTypes) throw new EndlessType(use)
    if (this.#isEndless(type, use)) return name
    // Its place is taken before its fields are read: they may name it again.
    this.#nested.set(name, undefined)
    const path = exported === undefined ? use.path : { exported: exported.exportName, steps: [] }
    const symbol = type.aliasSymbol ?? type.symbol
    this.#open.push(symbol)
    this.#nested.set(name, this.#parseObject(name, path, type, symbol, use.node))
    this.#open.pop()
    return name
  }

  /** The name of a type with a brand; the first use is the way to it. */
  #nameBrand(type: ts.Type, use: TypeUse, of: FieldType): string {
    const known = [...this.#brands].find(([one]) => isSameType(one, type))
    if (known !== undefined) return known[1].name
    const name = this.#names.of(type, brandNames(type, use))
    this.#brands.set(type, { name, path: use.path, of })
    return name
  }

  /** Whether a type with parameters holds itself with other arguments each time, which is said once. */
  #isEndless(type: ts.Type, use: TypeUse): boolean {
    const symbol = type.aliasSymbol ?? type.symbol
    if (this.#endless.has(symbol)) return true
    if (!isGeneric(symbol) || this.#open.filter((one) => one === symbol).length < deepest) return false
    this.#endless.add(symbol)
    const text = this.#run.checker.typeToString(type)
    this.#run.report(catalog.unbindableType, use.span, use.field, text, unbindable.endless)
    return true
  }

  #reportMisplaced({ tags }: LocatedTags): void {
    for (const { name, span, text } of tags) {
      const isScalar = name === 'type' && text !== '' && !text.startsWith('{')
      const isOfProperties = name === 'default' || name === 'validate' || isScalar
      if (isOfProperties) this.#run.report(catalog.misplacedTag, span, name, 'an interface')
    }
  }

  #isSent({ tags }: LocatedTags): boolean {
    const tag = tags.find(({ name }) => name === 'response')
    if (tag !== undefined && !/^(-(\s|$)|$)/.test(tag.text))
      this.#run.report(catalog.tagText, tag.span, tag.text, tag.name)
    return tag !== undefined
  }

  #missingOf({ tags }: LocatedTags): 'error' | 'zero' {
    const tag = tags.findLast((one) => one.name === 'missing')
    if (tag === undefined) return this.#run.missing
    if (tag.text === 'zero' || tag.text === 'error') return tag.text
    this.#run.report(catalog.badWord, tag.span, 'missing', tag.text, 'error or zero')
    return this.#run.missing
  }

  #orderOf({ tags }: LocatedTags): readonly BindingSource[] {
    const tag = tags.findLast((one) => one.name === 'bindingSource')
    if (tag === undefined) return defaultOrder
    const words = tag.text.split(',').map((word) => word.trim())
    const order = words.flatMap((word) => defaultOrder.find((source) => source === word) ?? [])
    const wrong = words.find(
      (word, i) => order.every((source) => source !== word) || words.indexOf(word) !== i,
    )
    if (wrong !== undefined) {
      this.#run.report(
        catalog.badWord,
        tag.span,
        'bindingSource',
        wrong,
        `one of ${defaultOrder.join(', ')}, each at most once`,
      )
    }
    return order
  }
}

/** Of what is looked at, and not generated. */
const nameless: TypeNamer = { object: () => '', brand: () => '' }

/** Whether a declaration uses one of the names anywhere. */
function names(node: ts.Node, wanted: ReadonlySet<string>): boolean {
  if (ts.isIdentifier(node) && wanted.has(node.text)) return true
  return ts.forEachChild(node, (child) => names(child, wanted) || undefined) === true
}

function isGeneric(symbol: ts.Symbol | undefined): boolean {
  return (
    symbol?.declarations?.some((node) => isTypeDeclaration(node) && (node.typeParameters?.length ?? 0) > 0) ??
    false
  )
}
