import { ts } from 'ts-morph'
import { catalog } from '../../diagnostics/catalog.ts'
import { notPlain, unbindable } from '../../diagnostics/unbindable.ts'
import type { BodyType, DtoModule, Field, ObjectType, TypeOrigin, TypePath } from '../../model/dto.ts'
import { declarationText } from '../project/declaration-text.ts'
import { isForeignPath } from '../project/foreign-path.ts'
import { isNoPlainObject, isOfLibrary } from '../project/library-types.ts'
import { spanOfNode } from '../project/spans.ts'
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
import { noArguments, type TypeArguments } from '../types/named-arguments.ts'
import { orderedProperties } from '../types/ordered-properties.ts'
import { EndlessType, type TypeNamer, type TypeUse } from '../types/type-use.ts'
import { reportUnresolvedBases } from '../types/unresolved.ts'
import {
  isBody,
  isDto,
  isSent,
  missingOf,
  orderOf,
  reportMisplaced,
  tagsOf,
  unknownOf,
} from './declaration-tags.ts'
import { argumentsOf, isSame, NamedTypes } from './named-types.ts'
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
import { usedTypes } from './type-names.ts'

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

class ModuleParser {
  readonly #file: ts.SourceFile
  readonly #run: ParseRun
  readonly #exported: readonly ExportedType[]
  readonly #generic: readonly ExportedType[]
  /** Tagged aliases whose body is not an object of properties. */
  readonly #bodies: readonly ExportedType[]
  readonly #sockets: readonly ExportedType[]
  readonly #sharable: ReadonlySet<string>
  readonly #types: NamedTypes

  constructor(file: ts.SourceFile, run: ParseRun) {
    this.#file = file
    this.#run = run
    this.#bodies = exportedBodies(file, run.checker).filter((one) => isBody(one, this.#run))
    this.#sockets = exportedTypes(file, run.checker).filter(
      (one) => !one.isGeneric && tagsOf(one.symbol, this.#run).tags.some(({ name }) => name === 'socket'),
    )
    const all = exportedTypes(file, run.checker).filter(
      (one) => !this.#bodies.includes(one) && !this.#sockets.includes(one),
    )
    this.#exported = all.filter(({ isGeneric }) => !isGeneric)
    this.#generic = all.filter(({ isGeneric }) => isGeneric)
    this.#sharable = sharableTypes(file, run.checker)
    const kept = [...this.#exported, ...this.#bodies, ...this.#sockets]
    this.#types = new NamedTypes(run, this.#exported, kept, (...named) => this.#parseObject(...named))
  }

  parse(importExtension: DtoModule['importExtension']): DtoModule | undefined {
    for (const one of this.#generic) if (isDto(one, this.#run)) this.#checkGeneric(one)
    const found = this.#exported.filter((one) => isDto(one, this.#run))
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
      ...this.#types.found,
    }
  }

  #checkDto({ name, symbol, type }: ExportedType): void {
    const { checker } = this.#run
    if (!isNoPlainObject(type, checker)) this.#refuseSignatures(name, type, symbol)
    const [tag] = tagsOf(symbol, this.#run).tags
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
      this.#parseObject(name, { exported: exportName, steps: [] }, type, symbol, argumentsOf(one, this.#run)),
    )
  }

  #parseBody(one: ExportedType): BodyType | undefined {
    const tags = tagsOf(one.symbol, this.#run)
    const unknown = unknownOf(tags, this.#run)
    const own = { tags, isSent: isSent(tags, this.#run), missing: missingOf(tags, this.#run), unknown }
    return this.#unlessEndless(one.symbol.declarations?.find(isTypeDeclaration), () =>
      parseBody(one, own, this.#run, this.#types.namer),
    )
  }

  #parseSocket(one: ExportedType): ParsedSocket | undefined {
    const tags = tagsOf(one.symbol, this.#run)
    const own = { tags, missing: missingOf(tags, this.#run), unknown: unknownOf(tags, this.#run) }
    return this.#unlessEndless(one.symbol.declarations?.find(isTypeDeclaration), () =>
      parseSocket(one, own, this.#run, this.#types.namer),
    )
  }

  #unlessEndless<T>(
    node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration | undefined,
    parse: () => T,
  ): T | undefined {
    try {
      return this.#types.parseAll(parse)
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

  #parseObject(
    name: string,
    path: TypePath,
    type: ts.Type,
    symbol: ts.Symbol | undefined,
    around: TypeArguments,
    used?: ts.Node,
  ): ObjectType {
    const tags = tagsOf(symbol, this.#run)
    for (const node of symbol?.declarations ?? []) {
      this.#run.markRead(node)
      reportUnresolvedBases(node, name, this.#run)
      if (isTypeDeclaration(node)) reportOverlooked(node, this.#run)
    }
    reportRepeatedTags(tags, (name) => interfaceTags.includes(name), this.#run)
    const notes = schemaNotes(tags.tags)
    reportMisplaced(tags, this.#run)
    // Diagnostics about library types (`Record`) point at their use.
    const declaration = ownDeclaration(symbol) ?? used ?? this.#file
    const mapped =
      symbol?.declarations?.find(ts.isMappedTypeNode) ?? type.symbol?.declarations?.find(ts.isMappedTypeNode)
    const owner: FieldOwner = { name, path, type, node: declaration, around, template: mapped?.type }
    const fields: Field[] = []
    for (const property of orderedProperties(type, used ?? declaration, this.#run.checker)) {
      const field = parseField(property, owner, this.#run, this.#types.namer)
      if (field !== undefined) fields.push(field)
    }
    return {
      name,
      path,
      fields,
      index: parseIndex(type, owner, this.#run, this.#types.namer),
      isEmpty: type.getProperties().length === 0 && openIndexOf(type, this.#run.checker) === undefined,
      bindings: parseBindings(tags.tags, '', this.#run),
      isSent: isSent(tags, this.#run),
      missing: missingOf(tags, this.#run),
      unknown: unknownOf(tags, this.#run, type),
      order: orderOf(tags, this.#run),
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
    const found = exportedTypes(file, this.#run.checker).find((one) => isSame(one, type, around, this.#run))
    if (found === undefined || found.isGeneric || !isDto(found, this.#run)) return undefined
    const { name } = found
    const isSharable = sharableTypes(file, this.#run.checker).has(name)
    return isSharable ? { sourcePath: file.fileName, outputPath, name } : undefined
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

/** Whether a declaration contains one of the names. */
function names(node: ts.Node, wanted: ReadonlySet<string>): boolean {
  if (ts.isIdentifier(node) && wanted.has(node.text)) return true
  return ts.forEachChild(node, (child) => names(child, wanted) || undefined) === true
}
