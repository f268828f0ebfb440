import { ts } from 'ts-morph'
import { openIndexOf } from '../dto/parse-index.ts'
import { declarationText } from '../project/declaration-text.ts'
import { isFunction, isGlobal, isList, isNoPlainObject } from '../project/library-types.ts'
import { intersectedOf } from '../types/parse-brand.ts'
import { branchStep } from '../types/parse-union.ts'
import { type ForeignTypes, instanceOf } from './foreign-types.ts'

/** A type as the user's source can write it. The node finds the parts of a type that the user wrote. */
interface WrittenType {
  readonly text: string
  readonly node?: ts.TypeNode | undefined
}

/** An object without its members that cannot be bound. */
interface ReducedObject {
  /** `Omit<Charge, 'amount'>`; `undefined` if no member is left. */
  readonly rest: string | undefined
  /** `amount: string` */
  readonly declared: readonly string[]
}

/** Limits of the type of one member, so that a reader can follow it: `unknown` takes the place of larger ones. */
const longestMember = 240
const maxMembers = 4
const deepest = 3
const nothing = ts.TypeFlags.Undefined | ts.TypeFlags.Void
const anyObject = ts.TypeFlags.Object | ts.TypeFlags.Intersection

/** Writes types that can be bound in place of those that cannot: `Omit<Charge, 'amount'> & { amount: string }`. */
export class WorkingTypes {
  readonly #types: ForeignTypes
  readonly #checker: ts.TypeChecker
  /** The objects around the type. A type that contains itself would have no end. */
  readonly #open = new Set<ts.Type>()
  /** The number of members around the type. */
  #depth = 0

  constructor(types: ForeignTypes, checker: ts.TypeChecker) {
    this.#types = types
    this.#checker = checker
  }

  /** @returns `undefined` for a type without any values in JSON, such as a function */
  of(type: ts.Type, at: WrittenType | undefined): string | undefined {
    if (!this.#types.isBad(type)) return this.#keyword(type) ?? at?.text ?? 'unknown'
    const present = (type.isUnion() ? type.types : [type]).filter(({ flags }) => (flags & nothing) === 0)
    if (present.every(isFunction) || type.flags & ts.TypeFlags.Never) return undefined
    const counterpart = this.#counterpart(type)
    if (counterpart !== undefined) return counterpart
    if (at === undefined || this.#open.has(type)) return 'unknown'
    this.#open.add(type)
    const text = type.isUnion() ? this.#union(type, at) : this.#container(type, at)
    this.#open.delete(type)
    return this.#depth > 0 && text.length > longestMember ? 'unknown' : text
  }

  /** An object type without its bad members, and what they can be instead; `undefined` if nothing can be left out. */
  reduced(type: ts.Type, { text }: WrittenType): ReducedObject | undefined {
    const bad = this.#types.badMembers(type)
    const members = bad.filter((one) => one !== 'index')
    const isLarge = this.#depth > 0 && (bad.length > maxMembers || this.#depth > deepest)
    const indexKeys = this.#indexKeys(type)
    const isNothing = bad.length + indexKeys.length === 0
    if (isNothing || isLarge || indexKeys.includes('string')) return undefined
    const declared = members.flatMap((member) => this.#member(member, text) ?? [])
    const isAll = members.length === type.getProperties().length
    const keys = [...new Set([...members.map(keyText), ...indexKeys])].join(' | ')
    return { rest: isAll ? undefined : `Omit<${text}, ${keys}>`, declared }
  }

  /** The keys of index signatures, such as `x-${string}`. */
  #indexKeys(type: ts.Type): readonly string[] {
    return this.#checker.getIndexInfosOfType(type).map(({ keyType }) => this.#checker.typeToString(keyType))
  }

  #member(member: ts.Symbol, owner: string): string | undefined {
    const type = this.#checker.getTypeOfSymbol(member)
    // Otherwise the name is what cannot be bound.
    if (!this.#types.isBad(type) || isSymbolKey(member)) return undefined
    this.#depth++
    const text = this.of(type, { text: `${owner}[${quoted(member.name)}]` })
    this.#depth--
    const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0
    return text && `${memberKey(member.name)}${isOptional ? '?' : ''}: ${text}`
  }

  /** A list, a record or an object. */
  #container(type: ts.Type, at: WrittenType): string {
    if ((type.flags & anyObject) === 0) return 'unknown'
    if (this.#checker.isTupleType(type)) return 'unknown[]'
    if (this.#checker.isArrayType(type)) {
      const [element] = this.#checker.getTypeArguments(type as ts.TypeReference)
      const text = element && this.of(element, elementOf(at))
      return text === undefined || text === 'unknown' ? 'unknown[]' : `${grouped(text)}[]`
    }
    const index = openIndexOf(type, this.#checker)
    if (index !== undefined) {
      const isRecord = type.getProperties().length === 0
      const value = isRecord ? this.of(index.type, { text: `${at.text}[string]` }) : undefined
      return `Record<string, ${value ?? 'unknown'}>`
    }
    const reduced = this.reduced(type, at)
    if (reduced === undefined) return 'unknown'
    const { rest, declared } = reduced
    const members = declared.length === 0 ? [] : [`{ ${declared.join('; ')} }`]
    return [...(rest === undefined ? [] : [rest]), ...members].join(' & ') || 'unknown'
  }

  #union(type: ts.UnionType, at: WrittenType): string {
    const values = type.types.filter(({ flags }) => (flags & nothing) === 0)
    const present = values.filter(({ flags }) => (flags & ts.TypeFlags.Null) === 0)
    const bad = present.filter((one) => this.#types.isBad(one))
    const good = values.filter((one) => !bad.includes(one))
    const isOfLists = present.every((one) => isList(one, this.#checker))
    // Each type can be bound alone.
    if (bad.length === 0) return isOfLists ? 'unknown[]' : 'unknown'
    if (this.#depth > 0 && bad.length > maxMembers) return 'unknown'
    const kept = this.#good(good, bad, present, at)
    const replaced = bad.map((one) => this.of(one, this.#branch(one, present, at)))
    if (isOfLists && replaced.includes('unknown[]')) return 'unknown[]'
    // `string | Customer` stays text, an id, if Customer has no short type.
    const isText = good.some(({ flags }) => (flags & ts.TypeFlags.StringLike) !== 0)
    if (kept === undefined || (replaced.includes('unknown') && !isText)) return 'unknown'
    const all = [...kept, ...replaced.filter((one) => one !== undefined && one !== 'unknown')]
    return joined([...new Set(all.map(String))])
  }

  /** The members of a union that can stay. */
  #good(
    good: readonly ts.Type[],
    bad: readonly ts.Type[],
    present: readonly ts.Type[],
    at: WrittenType,
  ): readonly string[] | undefined {
    const written = good.map((one) => this.#keyword(one) ?? this.#nodeOf(one, at)?.text)
    if (written.every((one) => one !== undefined)) return written
    const patterns = bad.map((one) => this.#pattern(one, present))
    if (!patterns.every((one) => one !== undefined)) return undefined
    return [`Exclude<${at.text}, ${[...new Set(patterns)].join(' | ')}>`]
  }

  /** One member of a union as the source can write it. */
  #branch(one: ts.Type, present: readonly ts.Type[], at: WrittenType): WrittenType | undefined {
    const node = this.#nodeOf(one, at)
    if (node !== undefined) return node
    if (present.length === 1) return { text: `NonNullable<${at.text}>` }
    const pattern = this.#pattern(one, present)
    return pattern === undefined ? undefined : { text: `Extract<${at.text}, ${pattern}>` }
  }

  /** A type to which no other member of a union is assignable. */
  #pattern(one: ts.Type, present: readonly ts.Type[]): string | undefined {
    const objects = present.filter(({ flags }) => (flags & anyObject) !== 0)
    if (!objects.includes(one)) return undefined
    if (objects.length === 1) return 'object'
    const step = branchStep(one, objects, this.#checker)
    if (step.kind === 'having' && !step.member.startsWith('__@'))
      return `{ ${memberKey(step.member)}: unknown }`
    if (step.kind !== 'branch') return undefined
    const values = step.values.map((value) => (typeof value === 'string' ? quoted(value) : String(value)))
    return `{ ${memberKey(step.member)}: ${joined(values)} }`
  }

  /** The part of the written type that means a type. */
  #nodeOf(type: ts.Type, { node }: WrittenType): WrittenType | undefined {
    const inner = node && ts.isParenthesizedTypeNode(node) ? node.type : node
    if (inner === undefined || !ts.isUnionTypeNode(inner)) return undefined
    const found = inner.types.find((one) => this.#checker.getTypeFromTypeNode(one) === type)
    return found && writtenAs(found)
  }

  /** The JSON type of a type that is not data. */
  #counterpart(type: ts.Type): string | undefined {
    if (type.flags & (ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping)) return 'string'
    const primitive = intersectedOf(type)?.primitive
    if (primitive !== undefined) return this.#keyword(primitive)
    if ((type.flags & anyObject) === 0) return undefined
    if (type.isClass() || instanceOf(type) !== undefined || this.#hasText(type)) return 'string'
    if (!isNoPlainObject(type, this.#checker)) return undefined
    const name = type.symbol?.name.replace(/^Readonly/, '')
    const last = this.#checker.getTypeArguments(type as ts.TypeReference).at(-1)
    const value = last && this.of(last, undefined)
    if (name === 'Map') return `Record<string, ${value ?? 'unknown'}>`
    if (name === 'Set') return `${grouped(value ?? 'unknown')}[]`
    if (name === 'URL') return 'string'
    return /^(Buffer|ArrayBuffer|Uint8Array)$/.test(name ?? '') ? 'Uint8Array' : undefined
  }

  /** Whether an object has only methods, and JSON.stringify writes it as text: `toJSON(): string`. */
  #hasText(type: ts.Type): boolean {
    const isMethod = (one: ts.Symbol): boolean =>
      this.#checker.getTypeOfSymbol(one).getCallSignatures().length > 0
    if (!type.getProperties().every(isMethod)) return false
    const method = type.getProperty('toJSON')
    const signatures = method ? this.#checker.getTypeOfSymbol(method).getCallSignatures() : []
    return signatures.some((one) => (one.getReturnType().flags & ts.TypeFlags.StringLike) !== 0)
  }

  /** A type that has the same text everywhere. */
  #keyword(type: ts.Type): string | undefined {
    const plain =
      ts.TypeFlags.String |
      ts.TypeFlags.Number |
      ts.TypeFlags.BigInt |
      ts.TypeFlags.Boolean |
      ts.TypeFlags.Null
    if (type.flags & plain && type.symbol === undefined) return this.#checker.typeToString(type)
    if (type.flags & ts.TypeFlags.EnumLiteral && (type.flags & ts.TypeFlags.BooleanLiteral) === 0)
      return undefined
    if (type.isStringLiteral()) return quoted(type.value)
    if (type.isNumberLiteral() || type.flags & ts.TypeFlags.BooleanLiteral)
      return this.#checker.typeToString(type)
    if (!type.isUnion()) return isGlobal(type, 'Date') ? 'Date' : undefined
    const members = type.types.map((one) => this.#keyword(one))
    return members.every((one) => one !== undefined) ? joined(members) : undefined
  }
}

export function writtenAs(node: ts.TypeNode): WrittenType {
  return { text: declarationText(node), node }
}

function elementOf({ text, node }: WrittenType): WrittenType {
  const inner = node && ts.isTypeOperatorNode(node) ? node.type : node
  if (inner && ts.isArrayTypeNode(inner)) {
    const { elementType: element } = inner
    return writtenAs(ts.isParenthesizedTypeNode(element) ? element.type : element)
  }
  return { text: `${text}[number]` }
}

/** A union; text takes in what is text in JSON too. */
function joined(parts: readonly string[]): string {
  const isTaken = (one: string): boolean => /^(Date|Uint8Array|'.*')$/.test(one) && parts.includes('string')
  const booleans = parts.includes('true') && parts.includes('false')
  const kept = parts.filter((one) => !isTaken(one) && !(booleans && one === 'true'))
  const texts = kept.map((one) => (booleans && one === 'false' ? 'boolean' : one))
  const last = texts.filter((one) => one === 'null')
  const all = [...texts.filter((one) => one !== 'null'), ...last]
  return all.map((one) => (/ & .*[^\]]$/.test(one) ? `(${one})` : one)).join(' | ') || 'unknown'
}

function grouped(text: string): string {
  return /^[\w$.]+$/.test(text) ? text : `(${text})`
}

function memberKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}

function isSymbolKey({ name }: ts.Symbol): boolean {
  return name.startsWith('__@')
}

function keyText(member: ts.Symbol): string {
  if (isSymbolKey(member)) return 'symbol'
  const [declared] = member.declarations ?? []
  const name = declared && ts.getNameOfDeclaration(declared)
  return name && ts.isNumericLiteral(name) ? member.name : quoted(member.name)
}

function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
