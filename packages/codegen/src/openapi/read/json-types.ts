import { ts } from 'ts-morph'
import { type CatalogEntry, type Diagnostic, diagnose } from '../../diagnostics/diagnose.ts'
import type { Field, ObjectType } from '../../model/dto.ts'
import { emptyField } from '../../model/empty.ts'
import { type FieldType, nonNull, onlyNull, type PresentType } from '../../model/field-type.ts'
import { defaultOrder } from '../../model/source.ts'
import type { SourceSpan } from '../../model/source-span.ts'
import { isGlobal, isOfLibrary } from '../../parse/project/library-types.ts'
import { spanOfNode } from '../../parse/project/spans.ts'
import { readExamples, schemaNotes } from '../../parse/tags/schema-notes.ts'
import { typesInDeclaredOrder } from '../../parse/types/declared-order.ts'
import { isTypeDeclaration } from '../../parse/types/exported-types.ts'
import { orderedProperties } from '../../parse/types/ordered-properties.ts'
import { intersectedOf, ownIndexOf } from '../../parse/types/parse-brand.ts'
import { parseTemplates } from '../../parse/types/parse-template.ts'
import { findDiscriminant } from '../../parse/types/parse-union.ts'
import { literalIn, literalsType, scalarOf, unknownOf } from '../../parse/types/plain-types.ts'
import { docsBefore, noDocs } from './doc-comments.ts'
import type { Scope } from './value.ts'

/** A type that JSON cannot represent. */
export class UnsentType extends Error {
  readonly place: string
  readonly type: string
  readonly isAny: boolean

  constructor(place: string, type: string, isAny: boolean) {
    super(`${place}: ${type}`)
    this.place = place
    this.type = type
    this.isAny = isAny
  }
}

/** Deeper types have no end: each level has new type arguments. */
const deepest = 40

/** Reads types as `JSON.stringify` writes their values: without methods, and dates as text. */
export class SentTypes {
  /** Of examples that are no values. */
  readonly diagnostics: Diagnostic[] = []
  /** The working directory, absolute. */
  readonly cwd: string
  readonly #checker: ts.TypeChecker
  readonly #scope: Scope
  readonly #node: ts.Node
  /** The declaration whose text has the order of literals. */
  #written: ts.Node
  readonly #names = new Map<ts.Type, string>()
  readonly #objects = new Map<string, ObjectType>()
  #depth = 0

  constructor(checker: ts.TypeChecker, scope: Scope, node: ts.Node, cwd: string) {
    this.cwd = cwd
    this.#checker = checker
    this.#scope = scope
    this.#node = node
    this.#written = node
  }

  report<Args extends readonly unknown[]>(entry: CatalogEntry<Args>, span: SourceSpan, ...args: Args): void {
    this.diagnostics.push(diagnose(entry, span, ...args))
  }

  get objects(): readonly ObjectType[] {
    return [...this.#objects.values()]
  }

  /** Distinguishes values whose types have the same text. */
  get key(): string {
    return this.objects.map(({ name, span }) => `${name} ${span.path}:${span.line}`).join()
  }

  /** @param place the value, for messages @throws UnsentType */
  read(type: ts.Type, place: string): FieldType {
    if (++this.#depth > deepest) throw new UnsentType(place, 'too deep', false)
    const before = this.#written
    this.#written = type.aliasSymbol?.declarations?.[0] ?? before
    try {
      return this.#read(type, place)
    } finally {
      this.#depth--
      this.#written = before
    }
  }

  #read(type: ts.Type, place: string): FieldType {
    const { flags } = type
    if (flags & ts.TypeFlags.TypeParameter) return this.#parameter(type, place)
    if (flags & ts.TypeFlags.Any) throw new UnsentType(place, 'any', true)
    const unknown = unknownOf(type)
    if (unknown !== undefined) return unknown
    if (flags & (ts.TypeFlags.Never | ts.TypeFlags.BigIntLike)) return this.#refuse(type, place)
    if (flags & ts.TypeFlags.Null) return onlyNull
    const scalar = scalarOf(type)
    if (scalar !== undefined) return { kind: 'scalar', scalar }
    const literal = literalIn(type, this.#checker)
    if (literal !== undefined) return literalsType([type], [literal], this.#written, this.#checker)
    if (type.isUnion()) return this.#union(type, place)
    const template = parseTemplates([type])
    if (template !== undefined) return template
    if (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return this.#object(type, place)
    const constraint = this.#checker.getBaseConstraintOfType(type)
    return constraint === undefined || constraint === type
      ? this.#refuse(type, place)
      : this.read(constraint, place)
  }

  #parameter(type: ts.Type, place: string): FieldType {
    const known = this.#scope.typeOf(type) ?? this.#checker.getBaseConstraintOfType(type)
    if (known === undefined || known === type)
      throw new UnsentType(place, this.#checker.typeToString(type), false)
    return this.read(known, place)
  }

  #refuse(type: ts.Type, place: string): never {
    throw new UnsentType(place, this.#checker.typeToString(type), false)
  }

  #union(type: ts.UnionType, place: string): FieldType {
    const has = (flag: ts.TypeFlags): boolean => type.types.some(({ flags }) => (flags & flag) !== 0)
    const declared = typesInDeclaredOrder(type.types, this.#written, this.#checker)
    const values = declared.filter((one) => !isLeftOut(one) && !(one.flags & ts.TypeFlags.Null))
    if (values.length === 0) return onlyNull
    const of = this.#members(values, place)
    return has(ts.TypeFlags.Null) ? { kind: 'nullable', of } : of
  }

  #members(types: readonly ts.Type[], place: string): PresentType {
    const literals = types.flatMap((one) => literalIn(one, this.#checker) ?? [])
    const others = types.filter((one) => literalIn(one, this.#checker) === undefined)
    const plain: PresentType[] =
      literals.length === 0 ? [] : [literalsType(types, literals, this.#written, this.#checker)]
    const [object, ...more] = others.filter((one) => this.#isNamedObject(one))
    const isUnion = object !== undefined && more.length > 0
    const apart = isUnion ? others.filter((one) => !this.#isNamedObject(one)) : others
    const read = apart.map((one) => nonNull(this.read(one, place)))
    const joined: PresentType[] = isUnion ? [this.#objectUnion([object, ...more], place)] : []
    const members = [...plain, ...read, ...joined]
    const [only] = members
    return members.length === 1 && only !== undefined
      ? only
      : { kind: 'union', tag: 'kind', branches: members.map((type) => ({ type })) }
  }

  #isNamedObject(type: ts.Type): boolean {
    const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0
    return (
      isObject &&
      !this.#checker.isArrayLikeType(type) &&
      intersectedOf(type) === undefined &&
      jsonOf(type, this.#checker) === undefined &&
      scalarOf(type) === undefined
    )
  }

  #objectUnion(types: readonly ts.Type[], place: string): PresentType {
    const discriminant = findDiscriminant(types, this.#checker)
    const read = types.map((one) => this.read(one, place))
    const branches = read.filter((one) => one.kind === 'object' || one.kind === 'record')
    if (discriminant !== undefined && read.every((one) => one.kind === 'object')) {
      const { name, values } = discriminant
      return {
        kind: 'union',
        tag: 'literal',
        member: name,
        branches: read.map((type, i) => ({ type, values: values[i] ?? [] })),
      }
    }
    return { kind: 'union', tag: 'fit', branches: branches.map((type) => ({ type })) }
  }

  #object(type: ts.Type, place: string): FieldType {
    const checker = this.#checker
    const primitive = intersectedOf(type)?.primitive
    if (primitive !== undefined) return this.read(primitive, place)
    if (checker.isTupleType(type)) return this.#tuple(type as ts.TupleTypeReference, place)
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type as ts.TypeReference)
      return {
        kind: 'list',
        element: element === undefined ? onlyNull : this.#element(element, `${place}[]`),
      }
    }
    const json = jsonOf(type, checker)
    if (json !== undefined) return this.read(json, place)
    if (type.getCallSignatures().length > 0 || isBare(type)) return this.#refuse(type, place)
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String) ?? ownIndexOf(type, checker)
    const properties = this.#propertiesOf(type)
    if (index === undefined || properties.length > 0)
      return { kind: 'object', name: this.#named(type, properties, index, place) }
    const isNumeric = (index.keyType.flags & ts.TypeFlags.Number) !== 0
    const value = this.#element(index.type, `${place}.*`)
    return { kind: 'record', value, ...(isNumeric && { keys: 'float64' }) }
  }

  /** `JSON.stringify` writes null for an absent element. */
  #element(type: ts.Type, place: string): FieldType {
    // The compiler's type for the elements of `[]`, of which there are none.
    if (type.flags & ts.TypeFlags.Never) return { kind: 'unknown', isObject: false, isAlias: false }
    const isHole = type.isUnion() && type.types.some(({ flags }) => (flags & noValue) !== 0)
    const of = this.read(type, place)
    return isHole && of.kind !== 'nullable' ? { kind: 'nullable', of } : of
  }

  #tuple(type: ts.TupleTypeReference, place: string): FieldType {
    const { fixedLength, minLength } = type.target
    const types = this.#checker.getTypeArguments(type)
    const elements = types.slice(0, fixedLength).map((one, i) => this.#element(one, `${place}[${i}]`))
    // Elements behind the rest may be at any index.
    const rest = types.slice(fixedLength).map((one) => this.#element(one, `${place}[]`))
    return { kind: 'tuple', elements, required: minLength, rest: anyOf(rest) }
  }

  #propertiesOf(type: ts.Type): readonly ts.Symbol[] {
    return orderedProperties(type, this.#node, this.#checker).filter((property) => {
      const [declaration] = property.declarations ?? []
      const isHidden = declaration !== undefined && isPrivate(declaration)
      const isSymbol = property.name.startsWith('__@') || isHidden
      const isOfClass = declaration !== undefined && ts.isClassLike(declaration.parent)
      // Methods and accessors of a class are on its prototype.
      const isOnPrototype =
        isOfClass && (property.flags & (ts.SymbolFlags.Method | ts.SymbolFlags.Accessor)) !== 0
      return !isSymbol && !isOnPrototype
    })
  }

  #named(
    type: ts.Type,
    properties: readonly ts.Symbol[],
    index: ts.IndexInfo | undefined,
    place: string,
  ): string {
    const known = this.#names.get(type)
    if (known !== undefined) return known
    const wanted = nameOf(type, this.#checker) ?? ''
    let name = wanted === '' ? `#${this.#names.size}` : wanted
    for (let n = 2; [...this.#names.values()].includes(name); n++) name = `${wanted} ${n}`
    this.#names.set(type, name)
    const declaration = (type.aliasSymbol ?? type.symbol)?.declarations?.[0]
    const fields = properties.flatMap((property) => this.#field(property, place) ?? [])
    const { description, tags } =
      declaration === undefined || wanted === '' ? noDocs : docsBefore(declaration)
    const notes = schemaNotes(tags)
    this.#objects.set(name, {
      ...emptyObject,
      name,
      fields,
      index: index && {
        ...emptyField,
        name: '',
        type: this.#element(index.type, `${place}.*`),
        span: spanOfNode(this.#node),
      },
      isEmpty: fields.length === 0,
      description,
      ...(notes.length > 0 && { notes }),
      span: spanOfNode(declaration ?? this.#node),
    })
    return name
  }

  #readAt(declaration: ts.Node, type: ts.Type, place: string): FieldType {
    const before = this.#written
    this.#written = declaration
    try {
      return this.read(type, place)
    } finally {
      this.#written = before
    }
  }

  /** `undefined` for a property that is never written. */
  #field(property: ts.Symbol, place: string): Field | undefined {
    const [declaration] = property.declarations ?? []
    const type = this.#checker.getTypeOfSymbolAtLocation(property, this.#node)
    const all = type.isUnion() ? type.types : [type]
    const sent = all.filter((one) => !isLeftOut(one))
    if (sent.length === 0) return undefined
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0 || sent.length < all.length
    const isOwn = declaration !== undefined && !isOfLibrary(declaration)
    const { description, tags } = isOwn ? docsBefore(declaration) : noDocs
    const read = this.#readAt(isOwn ? declaration : this.#written, type, `${place}.${property.name}`)
    const notes = schemaNotes(tags)
    const examples = readExamples(tags, read, property.name, this)
    return {
      ...emptyField,
      name: property.name,
      declaration: `${property.name}: ${this.#checker.typeToString(type)}`,
      type: read,
      optional: isOptional,
      description,
      ...(notes.length > 0 && { notes }),
      ...(examples.length > 0 && { examples }),
      span: spanOfNode(isOwn ? declaration : this.#node),
    }
  }
}

function anyOf(types: readonly FieldType[]): FieldType | undefined {
  const [first, ...others] = types
  if (first === undefined || others.length === 0) return first
  const of: PresentType = {
    kind: 'union',
    tag: 'kind',
    branches: types.map((type) => ({ type: nonNull(type) })),
  }
  return types.some(({ kind }) => kind === 'nullable') ? { kind: 'nullable', of } : of
}

/** Values that JSON leaves out. */
function isLeftOut(type: ts.Type): boolean {
  return (type.flags & noValue) !== 0 || type.getCallSignatures().length > 0
}

const noValue = ts.TypeFlags.Undefined | ts.TypeFlags.Void

const emptyObject: Omit<ObjectType, 'name' | 'fields' | 'index' | 'isEmpty' | 'description' | 'span'> = {
  path: { exported: '', steps: [] },
  bindings: [],
  isSent: true,
  missing: 'error',
  order: defaultOrder,
  isExported: false,
  isShared: false,
  from: undefined,
}

/** A `#name` is no property for JSON. */
function isPrivate(declaration: ts.Declaration): boolean {
  const name = ts.getNameOfDeclaration(declaration)
  return name !== undefined && ts.isPrivateIdentifier(name)
}

/** The result of `toJSON`. */
function jsonOf(type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  const method = type.getProperty('toJSON')
  if (method === undefined || isGlobal(type, 'Date')) return undefined
  const [signature] = checker.getTypeOfSymbol(method).getCallSignatures()
  return signature && checker.getReturnTypeOfSignature(signature)
}

/** Objects of the library whose content JSON does not show. */
function isBare(type: ts.Type): boolean {
  const names = [
    'Map',
    'Set',
    'WeakMap',
    'WeakSet',
    'Promise',
    'RegExp',
    'ArrayBuffer',
    'ReadonlyMap',
    'ReadonlySet',
  ]
  if (names.some((name) => isGlobal(type, name))) return true
  return (
    /^(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array$/.test(type.symbol?.name ?? '') &&
    isGlobal(type, type.symbol.name)
  )
}

/** `Car`, `PageOfCar`; `undefined` for a type without a name of its own. */
function nameOf(type: ts.Type, checker: ts.TypeChecker): string | undefined {
  const symbol = type.aliasSymbol ?? type.symbol
  const declaration = symbol?.declarations?.find((one) => isTypeDeclaration(one) || ts.isClassLike(one))
  if (symbol === undefined || declaration === undefined || isOfLibrary(declaration)) return undefined
  if (symbol.name.startsWith('__') || symbol.name === 'default') return undefined
  const isReference = ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0
  const given =
    type.aliasTypeArguments ?? (isReference ? checker.getTypeArguments(type as ts.TypeReference) : [])
  const own = given.filter((one) => !isThisType(one, type))
  const names = own.map((one) => argumentName(one, checker))
  if (!names.every((one) => one !== undefined)) return undefined
  return names.length === 0 ? symbol.name : `${symbol.name}Of${names.join('And')}`
}

/** The type of `this` is a parameter that no declaration names. */
function isThisType(one: ts.Type, type: ts.Type): boolean {
  const isNamed = ((one.getSymbol()?.flags ?? 0) & ts.SymbolFlags.TypeParameter) !== 0
  return one === type || (one.isTypeParameter() && !isNamed)
}

function argumentName(type: ts.Type, checker: ts.TypeChecker): string | undefined {
  const scalar = scalarOf(type)
  if (scalar !== undefined) {
    const word = scalar === 'float64' ? 'number' : scalar
    return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
  }
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference)
    const of = element && argumentName(element, checker)
    return of && `${of}List`
  }
  return nameOf(type, checker)
}
