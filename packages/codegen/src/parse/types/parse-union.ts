import { ts } from 'ts-morph'
import type { MemberKinds, TypeStep } from '../../model/dto.ts'
import type { LiteralValue, NamedEnum } from '../../model/field-type.ts'
import { isInherited } from '../../model/inherited-name.ts'
import { spanOfNode } from '../project/spans.ts'
import { boundKindsOf } from './kind-groups.ts'
import { isNothing } from './own-members.ts'
import { intersectedOf, ownIndexOf } from './parse-brand.ts'

/** The member that distinguishes the objects of a union, and its values in each of them. */
interface Discriminant {
  readonly name: string
  readonly values: readonly (readonly LiteralValue[])[]
}

/** The first member that is required and literal in every object, with no shared values. */
export function findDiscriminant(
  objects: readonly ts.Type[],
  checker: ts.TypeChecker,
): Discriminant | undefined {
  const names = (objects[0]?.getProperties() ?? []).map(({ name }) => name)
  // Sorted, since the compiler's order depends on the other files of the program.
  for (const name of names.sort()) {
    const values: LiteralValue[][] = []
    for (const object of objects) {
      const property = propertyOf(object, name)
      const literals = literalsOf(property, checker)
      // The compiler narrows by no branded literal.
      const isBranded = property && typesOf(property, checker).some((type) => type.isIntersection())
      if (literals === undefined || isBranded) break
      values.push(literals)
    }
    if (values.length < objects.length) continue
    const all = values.flat()
    if (new Set(all).size === all.length) return { name, values }
  }
  return undefined
}

/** An object of a package may stand in hundreds of unions, each of which compares it with all others. */
const knownLiterals = new WeakMap<ts.Type, LiteralValue[] | undefined>()

/** The values of a required literal property, branded or not. */
function literalsOf(property: ts.Symbol | undefined, checker: ts.TypeChecker): LiteralValue[] | undefined {
  if (property === undefined || property.flags & ts.SymbolFlags.Optional) return undefined
  // By its type: a symbol outlives the checker in a watch, but what it refers to may change.
  const type = checker.getTypeOfSymbol(property)
  if (!knownLiterals.has(type)) knownLiterals.set(type, literalsIn(typesOf(property, checker), checker))
  return knownLiterals.get(type)
}

function literalsIn(types: readonly ts.Type[], checker: ts.TypeChecker): LiteralValue[] | undefined {
  const values = types.map((one) => literalOf(intersectedOf(one)?.primitive ?? one, checker))
  return values.every((value) => value !== undefined) ? values : undefined
}

function typesOf(property: ts.Symbol, checker: ts.TypeChecker): readonly ts.Type[] {
  const type = checker.getTypeOfSymbol(property)
  return type.isUnion() ? type.types : [type]
}

const properties = new WeakMap<ts.Type, ReadonlyMap<string, ts.Symbol>>()

/** The compiler would look through the parts of an intersection each time. */
function propertyOf(type: ts.Type, name: string): ts.Symbol | undefined {
  const known = properties.get(type) ?? new Map(type.getProperties().map((one) => [one.name, one]))
  properties.set(type, known)
  return known.get(name)
}

/** The value of a literal type. */
export function literalOf(type: ts.Type, checker: ts.TypeChecker): LiteralValue | undefined {
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value
  if (type.flags & ts.TypeFlags.BigIntLiteral) {
    const { negative, base10Value } = (type as ts.BigIntLiteralType).value
    return BigInt(negative ? `-${base10Value}` : base10Value)
  }
  if (type.flags & ts.TypeFlags.BooleanLiteral) return checker.typeToString(type) === 'true'
  return undefined
}

/** Whether a union mixes an enum with booleans or bigints, which {@link LiteralValue}s of an enum cannot represent. */
export function isEnumBeside(members: readonly ts.Type[]): boolean {
  const other = ts.TypeFlags.BooleanLiteral | ts.TypeFlags.BigIntLiteral
  return members.some(isEnumLiteral) && members.some(({ flags }) => (flags & other) !== 0)
}

export function isEnumLiteral(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.EnumLiteral) !== 0
}

/** An enum member without a value that is known and that JSON can hold: `Math.random()`, `0 / 0`. */
export function valuelessMember(types: readonly ts.Type[]): ts.Type | undefined {
  return types.find((type) => {
    if ((type.flags & (ts.TypeFlags.Enum | ts.TypeFlags.EnumLiteral)) === 0 || type.isUnion()) return false
    if (type.isStringLiteral()) return false
    return !type.isNumberLiteral() || !Number.isFinite(type.value)
  })
}

/** The enum of which the types are all values; `undefined` for one value, which is a literal. */
export function enumOf(members: readonly ts.Type[], checker: ts.TypeChecker): NamedEnum | undefined {
  const declared = members.map((one) =>
    isEnumLiteral(one) ? one.symbol.declarations?.[0]?.parent : undefined,
  )
  const [first] = declared
  if (first === undefined || !ts.isEnumDeclaration(first) || members.length === 1) return undefined
  const values = new Set(first.members.map((member) => checker.getConstantValue(member)))
  const isWhole = values.size === members.length && declared.every((one) => one === first)
  return isWhole ? { name: first.name.text, span: spanOfNode(first.name) } : undefined
}

/** How many objects of a union have a member. */
interface Holders {
  readonly all: number
  readonly required: number
  /** By the values of a required literal. */
  readonly literals: ReadonlyMap<LiteralValue, number>
}

/** By name, on demand. Each of hundreds of objects would otherwise be compared with each other one. */
const holdersOfUnion = new WeakMap<readonly ts.Type[], Map<string, Holders>>()

function holdersOf(name: string, members: readonly ts.Type[], checker: ts.TypeChecker): Holders {
  const ofUnion = holdersOfUnion.get(members) ?? new Map<string, Holders>()
  holdersOfUnion.set(members, ofUnion)
  const known = ofUnion.get(name) ?? countHolders(name, members, checker)
  ofUnion.set(name, known)
  return known
}

function countHolders(name: string, members: readonly ts.Type[], checker: ts.TypeChecker): Holders {
  const properties = members.flatMap((one) => propertyOf(one, name) ?? [])
  const literals = new Map<LiteralValue, number>()
  for (const property of properties)
    for (const value of new Set(literalsOf(property, checker)))
      literals.set(value, (literals.get(value) ?? 0) + 1)
  return { all: properties.length, required: properties.filter(isRequired).length, literals }
}

function isRequired(property: ts.Symbol | undefined): boolean {
  return property !== undefined && (property.flags & ts.SymbolFlags.Optional) === 0
}

const literalMembers = new WeakMap<ts.Type, readonly (readonly [string, readonly LiteralValue[]])[]>()

/** The required literal members, by name. */
export function literalMembersOf(
  type: ts.Type,
  checker: ts.TypeChecker,
): readonly (readonly [string, readonly LiteralValue[]])[] {
  const found =
    literalMembers.get(type) ??
    namesOf(type).flatMap((name) => {
      const values = literalsOf(propertyOf(type, name), checker)
      return values === undefined ? [] : [[name, values] as const]
    })
  literalMembers.set(type, found)
  return found
}

function namesOf(type: ts.Type): readonly string[] {
  return type
    .getProperties()
    .map(({ name }) => name)
    .sort()
}

/** The step to one object type of a union: by a literal or a member of its own, else by all its keys. */
export function branchStep(type: ts.Type, members: readonly ts.Type[], checker: ts.TypeChecker): TypeStep {
  for (const [member, values] of literalMembersOf(type, checker)) {
    const { literals } = holdersOf(member, members, checker)
    if (values.every((value) => literals.get(value) === 1)) return { kind: 'branch', member, values }
  }
  const names = namesOf(type)
  // Every object inherits `valueOf`.
  const isOwnMember = (name: string): boolean =>
    !isInherited(name) &&
    isRequired(propertyOf(type, name)) &&
    holdersOf(name, members, checker).required === 1
  const own = names.find(isOwnMember)
  if (own !== undefined) return { kind: 'having', member: own }
  const map = mapStep(type, checker)
  if (map !== undefined) return map
  return { kind: 'alike', members: memberKinds(type, checker), word: wordOf(type, members, checker) }
}

/** The first property that not all objects of a union have; otherwise the first that is not `never` in this one. */
function wordOf(type: ts.Type, members: readonly ts.Type[], checker: ts.TypeChecker): string {
  const names = namesOf(type)
  const isShared = (name: string): boolean => holdersOf(name, members, checker).all === members.length
  const isNever = (name: string): boolean => {
    const property = type.getProperty(name)
    return property !== undefined && isNothing(checker.getTypeOfSymbol(property))
  }
  return names.find((name) => !isShared(name)) ?? names.find((name) => !isNever(name)) ?? names[0] ?? 'any'
}

function mapStep(type: ts.Type, checker: ts.TypeChecker): (TypeStep & { kind: 'map' }) | undefined {
  const index = checker.getIndexInfoOfType(type, ts.IndexKind.String) ?? ownIndexOf(type, checker)
  return index && { kind: 'map', of: boundKindsOf(index.type, checker) }
}

function memberKinds(type: ts.Type, checker: ts.TypeChecker): readonly MemberKinds[] {
  const members = type.getProperties().map((property) => ({
    name: property.name,
    optional: (property.flags & ts.SymbolFlags.Optional) !== 0,
    kinds: boundKindsOf(checker.getTypeOfSymbol(property), checker),
  }))
  return members.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * The steps to one object type of a union: as many as it takes until no other object is left. `undefined` when nothing in the
 * type distinguishes it from another one.
 */
export function branchSteps(
  type: ts.Type,
  members: readonly ts.Type[],
  checker: ts.TypeChecker,
): readonly TypeStep[] | undefined {
  if (members.length === 1) return []
  const step = branchStep(type, members, checker)
  if (step.kind !== 'alike' && step.kind !== 'map') return [step]
  const others = members.filter((one) => one !== type)
  const own = kindsOf(type, checker)
  // The generated file picks an object by the kinds of its properties.
  if (!others.some((one) => kindsOf(one, checker) === own)) return [step]
  const optional = byOptionalLiteral(type, others, checker)
  if (optional !== undefined) return [optional]
  return (
    narrowed(type, members, checker) ??
    byInner(type, others, checker) ??
    byMembersOfMap(type, members, checker)
  )
}

/** The steps to a map by the properties that it has besides its index signature. */
function byMembersOfMap(
  type: ts.Type,
  members: readonly ts.Type[],
  checker: ts.TypeChecker,
): readonly TypeStep[] | undefined {
  const step = mapStep(type, checker)
  if (step === undefined || ownIndexOf(type, checker) !== undefined) return undefined
  const own = memberKinds(type, checker)
  const isAlike = (one: ts.Type): boolean =>
    kindsOf(one, checker) === kindsOf(type, checker) &&
    JSON.stringify(memberKinds(one, checker)) === JSON.stringify(own)
  if (members.some((one) => one !== type && isAlike(one))) return undefined
  return [step, { kind: 'alike', members: own, word: wordOf(type, members, checker), isOpen: true }]
}

/** The step by an optional literal that all objects have: `{ __typename?: 'User' }`, as code generators of GraphQL write it. */
function byOptionalLiteral(
  type: ts.Type,
  others: readonly ts.Type[],
  checker: ts.TypeChecker,
): TypeStep | undefined {
  const names = type.getProperties().map(({ name }) => name)
  for (const member of names.sort()) {
    const values = presentLiterals(propertyOf(type, member), checker)
    const isOther = (one: ts.Type): boolean => {
      const literals = presentLiterals(propertyOf(one, member), checker)
      return literals !== undefined && !literals.some((value) => values?.includes(value))
    }
    if (values !== undefined && others.every(isOther))
      return { kind: 'branch', member, values, isOptional: true }
  }
  return undefined
}

/** The values of a literal property that may be absent. */
function presentLiterals(
  property: ts.Symbol | undefined,
  checker: ts.TypeChecker,
): LiteralValue[] | undefined {
  if (property === undefined) return undefined
  const present = typesOf(property, checker).filter(({ flags }) => (flags & ts.TypeFlags.Undefined) === 0)
  return present.length > 0 ? literalsIn(present, checker) : undefined
}

/** Narrows a union by the literal that leaves the fewest objects, and repeats this until one object is left. */
function narrowed(
  type: ts.Type,
  members: readonly ts.Type[],
  checker: ts.TypeChecker,
): readonly TypeStep[] | undefined {
  const literals = (one: ts.Type, name: string): readonly LiteralValue[] | undefined =>
    literalsOf(propertyOf(one, name), checker)
  const names = new Set(members.flatMap((one) => one.getProperties().map(({ name }) => name)))
  let kept = members
  let step: TypeStep | undefined
  for (const name of [...names].sort()) {
    const own = literals(type, name)
    const isKept = (one: ts.Type): boolean => {
      const values = literals(one, name)
      return own === undefined
        ? values === undefined
        : (values?.every((value) => own.includes(value)) ?? false)
    }
    const left = members.filter(isKept)
    if (left.length >= kept.length) continue
    kept = left
    const dropped = members.filter((one) => !left.includes(one)).flatMap((one) => literals(one, name) ?? [])
    step =
      own === undefined
        ? { kind: 'without', member: name, values: [...new Set(dropped)] }
        : { kind: 'branch', member: name, values: own }
  }
  const inner = step && branchSteps(type, kept, checker)
  return step && inner && [step, ...inner]
}

/** The step by an object in the type: by a literal, as in `{ text: { type: 'mrkdwn' } }`, else by a member. */
function byInner(
  type: ts.Type,
  others: readonly ts.Type[],
  checker: ts.TypeChecker,
): readonly TypeStep[] | undefined {
  const inner = (one: ts.Type, within: string, member: string): ts.Symbol | undefined => {
    const property = propertyOf(one, within)
    return property && isRequired(property)
      ? checker.getTypeOfSymbol(property).getProperty(member)
      : undefined
  }
  const places = type.getProperties().flatMap((outer) =>
    checker
      .getTypeOfSymbol(outer)
      .getProperties()
      .map(({ name }) => [outer.name, name] as const),
  )
  for (const [within, member] of places) {
    const values = literalsOf(inner(type, within, member), checker)
    const isOwn = (other: ts.Type): boolean => !mayHold(inner(other, within, member), values ?? [], checker)
    if (values !== undefined && others.every(isOwn)) return [{ kind: 'branch', member, values, within }]
  }
  for (const [within, member] of places) {
    const holds = (one: ts.Type): boolean => isRequired(inner(one, within, member))
    const isOwn = !isInherited(member) && holds(type) && !others.some(holds)
    if (isOwn) return [{ kind: 'having', member, within }]
  }
  return undefined
}

/** An object is compared with all others of each union that has it. */
const kinds = new WeakMap<ts.Type, string>()

function kindsOf(type: ts.Type, checker: ts.TypeChecker): string {
  const known = kinds.get(type) ?? newKinds(type, checker)
  kinds.set(type, known)
  return known
}

function newKinds(type: ts.Type, checker: ts.TypeChecker): string {
  return mapStep(type, checker)?.of.join() ?? JSON.stringify(memberKinds(type, checker))
}

/** Whether a required property may have one of some values. */
function mayHold(
  property: ts.Symbol | undefined,
  values: readonly LiteralValue[],
  checker: ts.TypeChecker,
): boolean {
  if (property === undefined || property.flags & ts.SymbolFlags.Optional) return false
  const literals = literalsOf(property, checker)
  return literals?.some((value) => values.includes(value)) ?? false
}
