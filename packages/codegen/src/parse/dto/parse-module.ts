import { ts } from 'ts-morph'
import { catalog } from '../../diagnostics/catalog.ts'
import { notPlain, unbindable } from '../../diagnostics/unbindable.ts'
import type {
  BodyType,
  BrandType,
  DtoModule,
  Field,
  NamedType,
  ObjectType,
  TypeOrigin,
  TypePath,
  UnknownKeys,
} from '../../model/dto.ts'
import type { FieldType } from '../../model/field-type.ts'
import { type BindingSource, bodySources, defaultOrder } from '../../model/source.ts'
import { declarationText } from '../project/declaration-text.ts'
import { isForeignPath } from '../project/foreign-path.ts'
import { isNoPlainObject, isOfLibrary } from '../project/library-types.ts'
import { spanOfNode } from '../project/spans.ts'
import { type LocatedTags, tagsBefore } from '../tags/comment-tags.ts'
import { reportOverlooked } from '../tags/overlooked-tags.ts'
import { parseBindings } from '../tags/parse-bindings.ts'
import { schemaNotes } from '../tags/schema-notes.ts'
import {
  type ExportedType,
  exportedBodies,
  exportedTypes,
  isTypeDeclaration,
  sharableTypes,
} from '../types/exported-types.ts'
import {
  argumentsIn,
  argumentsKey,
  argumentsOfMembers,
  noArguments,
  type TypeArguments,
} from '../types/named-arguments.ts'
import { orderedProperties } from '../types/ordered-properties.ts'
import { isSameType } from '../types/parse-brand.ts'
import { EndlessType, type TypeNamer, type TypeUse } from '../types/type-use.ts'
import { reportUnresolvedBases } from '../types/unresolved.ts'
import { parseBody } from './parse-body.ts'
import {
  type FieldOwner,
  interfaceTags,
  ownDeclaration,
  parseField,
  reportRepeatedTags,
} from './parse-field.ts'
import { openIndexOf, parseIndex } from './parse-index.ts'
import type { ParseRun } from './parse-run.ts'
import { type ParsedSocket, parseSocket } from './parse-socket.ts'
import { brandNames, objectNames, TypeNames, usedTypes } from './type-names.ts'

/** Parses the DTOs of one source; `undefined` if it has none. */
export function parseModule(
  file: ts.SourceFile,
  importExtension: DtoModule['importExtension'],
  run: ParseRun,
): DtoModule | undefined {
  return new ModuleParser(file, run).parse(importExtension)
}

/** Names of variables in generated functions, and names that a constant cannot have. */
const usedValues: ReadonlySet<string> = new Set(
  `arguments as body c cbor cookie eval form header json msgpack out query respHeader result uri value xml`.split(
    ' ',
  ),
)

/** More than any handwritten source has; stops anonymous types that grow without end. */
const maxTypes = 5000
/** Deeper nesting than any handwritten `Page<Page<Page<…>>>`; stops types that grow without end. */
const deepest = 10
/** Types further inside are parsed after all others, so that in a web of types paths stay short. */
const maxSteps = 24

class ModuleParser {
  readonly #file: ts.SourceFile
  readonly #run: ParseRun
  readonly #exported: readonly ExportedType[]
  readonly #generic: readonly ExportedType[]
  /** Tagged aliases whose body is not an object of properties. */
  readonly #bodies: readonly ExportedType[]
  readonly #sockets: readonly ExportedType[]
  readonly #sharable: ReadonlySet<string>
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
  readonly #namer: TypeNamer = {
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

  constructor(file: ts.SourceFile, run: ParseRun) {
    this.#file = file
    this.#run = run
    this.#bodies = exportedBodies(file, run.checker).filter((one) => this.#isBody(one))
    this.#sockets = exportedTypes(file, run.checker).filter(
      (one) => !one.isGeneric && this.#tagsOf(one.symbol).tags.some(({ name }) => name === 'socket'),
    )
    const all = exportedTypes(file, run.checker).filter(
      (one) => !this.#bodies.includes(one) && !this.#sockets.includes(one),
    )
    this.#exported = all.filter(({ isGeneric }) => !isGeneric)
    this.#generic = all.filter(({ isGeneric }) => isGeneric)
    this.#sharable = sharableTypes(file, run.checker)
    for (const one of [...this.#exported, ...this.#bodies, ...this.#sockets])
      if (!usedTypes.has(one.name)) this.#names.keep(one.type, one.name, argumentsKey(this.#argumentsOf(one)))
  }

  parse(importExtension: DtoModule['importExtension']): DtoModule | undefined {
    for (const one of this.#generic) if (this.#isDto(one)) this.#checkGeneric(one)
    const found = this.#exported.filter((one) => this.#isDto(one))
    if (found.length + this.#bodies.length + this.#sockets.length === 0) return undefined
    for (const one of found) this.#checkDto(one)
    for (const one of [...this.#bodies, ...this.#sockets]) this.#checkName(one)
    const dtos = found.flatMap((one) => this.#parseDto(one) ?? [])
    const bodies = this.#bodies.flatMap((one) => this.#parseBody(one) ?? [])
    const sockets = this.#sockets.flatMap((one) => this.#parseSocket(one) ?? [])
    if (dtos.length + bodies.length + sockets.length === 0) return undefined
    return {
      path: this.#file.fileName,
      importExtension,
      aliasTag: this.#run.names.aliasTag,
      dtos,
      bodies: [...bodies, ...sockets.flatMap((one) => one.bodies)],
      sockets: sockets.map(({ socket }) => socket),
      objects: [...this.#nested.values()].filter((one) => one !== undefined),
      brands: this.#brands.map(({ name, path, of }) => ({ name, path, of })),
      recursive: [...this.#recursive.values()],
    }
  }

  #checkDto({ name, symbol, type }: ExportedType): void {
    const { checker } = this.#run
    if (!isNoPlainObject(type, checker)) this.#refuseSignatures(name, type, symbol)
    const [tag] = this.#tagsOf(symbol).tags
    const isEmpty = type.getProperties().length + checker.getIndexInfosOfType(type).length === 0
    if (isEmpty && tag !== undefined)
      this.#run.report(catalog.unreadTag, tag.span, tag.name, unbindable.empty)
    this.#checkName({ name, symbol })
  }

  #checkName({ name, symbol }: Pick<ExportedType, 'name' | 'symbol'>): void {
    const declaration = symbol.declarations?.[0]
    if ((usedTypes.has(name) || usedValues.has(name)) && declaration)
      this.#run.report(catalog.reservedName, spanOfNode(declaration), name)
  }

  /** A generic type is not a DTO, but errors that no type argument can fix are reported. */
  #checkGeneric({ exportName, type, symbol }: ExportedType): void {
    const node = symbol.declarations?.find(isTypeDeclaration)
    const parameters = new Set(node?.typeParameters?.map(({ name }) => name.text))
    if (node === undefined) return
    for (const property of type.getProperties()) {
      const declared = property.declarations?.[0]
      if (declared === undefined || names(declared, parameters)) continue
      parseField(
        property,
        { name: exportName, path: { exported: exportName, steps: [] }, type, node, around: noArguments },
        this.#run,
        nameless(),
      )
    }
  }

  #parseDto(one: ExportedType): ObjectType | undefined {
    const { name, exportName, type, symbol } = one
    const node = symbol.declarations?.find(isTypeDeclaration)
    if (node !== undefined && isNoPlainObject(type, this.#run.checker)) {
      const text = this.#run.checker.typeToString(type)
      this.#run.markRead(node)
      this.#run.report(catalog.unbindableType, spanOfNode(node), name, text, notPlain())
      return undefined
    }
    if (node !== undefined) this.#run.refusals.ownPlaces.push({ name, type, node, span: spanOfNode(node) })
    return this.#unlessEndless(node, () =>
      this.#parseObject(name, { exported: exportName, steps: [] }, type, symbol, this.#argumentsOf(one)),
    )
  }

  /** The type arguments of an exported type, as far as they have rules. */
  #argumentsOf({ type, symbol }: Pick<ExportedType, 'type' | 'symbol'>): TypeArguments {
    const node = symbol.declarations?.find(isTypeDeclaration)
    const found = node === undefined ? noArguments : argumentsIn(node, noArguments, this.#run)
    return argumentsOfMembers(type, found, this.#run.checker)
  }

  #parseBody(one: ExportedType): BodyType | undefined {
    const tags = this.#tagsOf(one.symbol)
    const unknown = this.#unknownOf(tags)
    const said = { tags, isSent: this.#isSent(tags), missing: this.#missingOf(tags), unknown }
    return this.#unlessEndless(one.symbol.declarations?.find(isTypeDeclaration), () =>
      parseBody(one, said, this.#run, this.#namer),
    )
  }

  #parseSocket(one: ExportedType): ParsedSocket | undefined {
    const tags = this.#tagsOf(one.symbol)
    const said = { tags, missing: this.#missingOf(tags), unknown: this.#unknownOf(tags) }
    return this.#unlessEndless(one.symbol.declarations?.find(isTypeDeclaration), () =>
      parseSocket(one, said, this.#run, this.#namer),
    )
  }

  #unlessEndless<T>(
    node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration | undefined,
    parse: () => T,
  ): T | undefined {
    try {
      const parsed = parse()
      // Those found on the way are added.
      for (const next of this.#waiting) next()
      return parsed
    } catch (error) {
      if (!(error instanceof EndlessType)) throw error
      // Of thousands of types none is the wrong one.
      const place = error.why === unbindable.tooDeep ? undefined : this.#placeOf(error.use, node)
      const { field, span } = place ?? error.use
      const { node: declared } = error.use
      const own = place === undefined && ts.isPropertySignature(declared) ? declared.type : undefined
      const type = own === undefined ? 'its type' : declarationText(own)
      this.#run.refusals.add({ use: { ...error.use, field, span }, type, why: error.why })
      return undefined
    } finally {
      this.#waiting = []
    }
  }

  /** The member of a DTO through which a type is reached, else the DTO. */
  #placeOf(
    { path }: TypeUse,
    node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration | undefined,
  ): Pick<TypeUse, 'field' | 'span'> | undefined {
    if (node === undefined) return undefined
    const [first] = path.exported === node.name.text ? path.steps : []
    const type = this.#run.checker.getTypeAtLocation(node)
    const member = first?.kind === 'property' ? type.getProperty(first.name) : undefined
    const declared = member?.declarations?.[0]
    const isOwn = declared !== undefined && !isForeignPath(declared.getSourceFile().fileName, this.#run.cwd)
    return isOwn
      ? { field: member?.name ?? '', span: spanOfNode(declared) }
      : { field: node.name.text, span: spanOfNode(node) }
  }

  /** Reports call and index signatures, which would be dropped silently otherwise. */
  #refuseSignatures(name: string, type: ts.Type, { declarations }: ts.Symbol): void {
    const { checker } = this.#run
    const isOpen = openIndexOf(type, checker) !== undefined
    const indexes = isOpen ? [] : checker.getIndexInfosOfType(type)
    const signatures = [...type.getCallSignatures(), ...type.getConstructSignatures()]
    const refused = [
      ...signatures.map(({ declaration }) => [declaration, unbindable.function] as const),
      ...indexes.map(({ declaration }) => [declaration, unbindable.openKeys] as const),
    ]
    for (const [declaration, why] of refused) {
      // Signatures from `extends Record<string, string>` have no declaration in user code.
      const isOwn = declaration !== undefined && !isOfLibrary(declaration)
      const node = isOwn ? declaration : (declarations?.find(isTypeDeclaration) ?? this.#file)
      const text = isOwn ? declarationText(declaration) : 'an inherited signature'
      const use = { field: name, span: spanOfNode(node), path: { exported: name, steps: [] } }
      this.#run.refusals.add({ use, type: text, why })
    }
  }

  /** Whether the type or one of its properties has a source tag or `@response`. */
  #isDto({ type, symbol }: ExportedType): boolean {
    const { names } = this.#run
    if (this.#tagsOf(symbol).tags.some((tag) => names.makesDto(tag.name))) return true
    return type.getProperties().some((property) => {
      const declaration = property.declarations?.[0]
      return declaration && tagsBefore(declaration, this.#run).tags.some((tag) => names.makesDto(tag.name))
    })
  }

  #isBody({ symbol }: ExportedType): boolean {
    return this.#tagsOf(symbol).tags.some(
      ({ name }) => name === 'body' || name === 'response' || bodySources.some((one) => one === name),
    )
  }

  /** The tags of all merged declarations. */
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
    around: TypeArguments,
    used?: ts.Node,
  ): ObjectType {
    const tags = this.#tagsOf(symbol)
    for (const node of symbol?.declarations ?? []) {
      this.#run.markRead(node)
      reportUnresolvedBases(node, name, this.#run)
      if (isTypeDeclaration(node)) reportOverlooked(node, this.#run)
    }
    reportRepeatedTags(tags, (name) => interfaceTags.includes(name), this.#run)
    const notes = schemaNotes(tags.tags)
    this.#reportMisplaced(tags)
    // Diagnostics about library types (`Record`) point at their use.
    const declaration = ownDeclaration(symbol) ?? used ?? this.#file
    const mapped =
      symbol?.declarations?.find(ts.isMappedTypeNode) ?? type.symbol?.declarations?.find(ts.isMappedTypeNode)
    const owner: FieldOwner = { name, path, type, node: declaration, around, template: mapped?.type }
    const fields: Field[] = []
    for (const property of orderedProperties(type, used ?? declaration, this.#run.checker)) {
      const field = parseField(property, owner, this.#run, this.#namer)
      if (field !== undefined) fields.push(field)
    }
    return {
      name,
      path,
      fields,
      index: parseIndex(type, owner, this.#run, this.#namer),
      isEmpty: type.getProperties().length === 0 && openIndexOf(type, this.#run.checker) === undefined,
      bindings: parseBindings(tags.tags, '', this.#run),
      isSent: this.#isSent(tags),
      missing: this.#missingOf(tags),
      unknown: this.#unknownOf(tags, type),
      order: this.#orderOf(tags),
      description: tags.description,
      ...(notes.length > 0 && { notes }),
      span: spanOfNode(declaration),
      isExported: [...this.#exported, ...this.#generic].some((one) => one.symbol === symbol),
      isShared: this.#exported.some((one) => one.type === type) && this.#sharable.has(name),
      from: this.#originOf(type, symbol, around),
    }
  }

  /** The origin of a type from another source, if its generated file exports the helpers. */
  #originOf(type: ts.Type, symbol: ts.Symbol | undefined, around: TypeArguments): TypeOrigin | undefined {
    const file = symbol?.declarations?.find(isTypeDeclaration)?.getSourceFile()
    if (file === undefined || file === this.#file) return undefined
    const outputPath = this.#run.outputOf(file.fileName)
    if (outputPath === undefined) return undefined
    const found = exportedTypes(file, this.#run.checker).find((one) => this.#isSame(one, type, around))
    if (found === undefined || found.isGeneric || !this.#isDto(found)) return undefined
    const { name } = found
    const isSharable = sharableTypes(file, this.#run.checker).has(name)
    return isSharable ? { sourcePath: file.fileName, outputPath, name } : undefined
  }

  #isSame(one: ExportedType, type: ts.Type, around: TypeArguments): boolean {
    return one.type === type && argumentsKey(this.#argumentsOf(one)) === argumentsKey(around)
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
    const exported = this.#exported.find((one) => this.#isSame(one, type, members))
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

  #reportMisplaced({ tags }: LocatedTags): void {
    for (const { name, span, text } of tags) {
      const isOfProperty = this.#run.names.isOfProperty(name, text)
      // In a package they are of other tools.
      const isRead =
        !this.#run.names.isRule(name) || name === 'validate' || !isForeignPath(span.path, this.#run.cwd)
      if (isOfProperty && isRead) this.#run.report(catalog.misplacedTag, span, name, 'an interface')
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

  #unknownOf({ tags }: LocatedTags, type?: ts.Type): UnknownKeys | undefined {
    const tag = tags.findLast((one) => one.name === 'unknown')
    if (tag === undefined) return undefined
    const { text, span } = tag
    const isOpen = type !== undefined && openIndexOf(type, this.#run.checker) !== undefined
    if (isOpen) this.#run.report(catalog.misplacedTag, span, tag.name, 'an object with an index signature')
    if (text === 'error' || text === 'drop') return isOpen ? undefined : text
    this.#run.report(catalog.badWord, span, tag.name, text, 'error or drop')
    return undefined
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

/** For types that are checked but not generated. */
const nameless = (): TypeNamer => ({
  object: () => '',
  isExported: () => true,
  brand: () => '',
  recursive: () => '',
  define: () => {},
  recursives: new Map(),
  unions: new Map(),
  refused: () => new Set(),
})

const nowhere: TypePath = { exported: '', steps: [] }

/** Whether a declaration contains one of the names. */
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
