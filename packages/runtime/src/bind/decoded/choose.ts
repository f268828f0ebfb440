import { isList } from '../shape/json-object.ts'
import { isSame } from './json-values.ts'

/** Whether a value may be of a type, judged one level deep. */
export type Fits = (value: unknown, isBinary: boolean) => boolean

/** The declared members of an object type in a union. */
export interface Candidate {
  readonly members: readonly Member[]
  /** Whether the value under any other key fits; for a map. */
  readonly others: Fits | undefined
  /** Whether a key is one of a map whose keys are numbers. */
  readonly keys?: ((key: string) => boolean) | undefined
}

interface Member {
  readonly name: string
  /** Whether every object has a member of that name. */
  readonly isInherited: boolean
  readonly isRequired: boolean
  readonly fits: Fits
  /** For a literal type. */
  readonly values: readonly unknown[] | undefined
  /** Whether its literals exclude the type: they do where another type of the union declares the member, too. */
  readonly isTag: boolean
  readonly takesNull: boolean
}

/** {@link Candidate} before it is compared with the other types of its union. */
export interface OwnCandidate {
  readonly members: readonly Omit<Member, 'isTag'>[]
  readonly others: Fits | undefined
  readonly keys?: Candidate['keys']
}

/** The object types of a union. A map declares every member, or those whose name is a number. */
export function candidatesOf(objects: readonly OwnCandidate[]): readonly Candidate[] {
  const counts = new Map<string, number>()
  for (const { members } of objects) {
    for (const { name } of members) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return objects.map((object) => {
    const { members, others, keys } = object
    const isTag = (name: string): boolean =>
      (counts.get(name) ?? 0) > 1 || objects.some((one) => one !== object && isMapOf(one, name))
    return { others, keys, members: members.map((one) => ({ ...one, isTag: isTag(one.name) })) }
  })
}

/** Whether a map declares a name. */
function isMapOf({ others, keys }: Pick<Candidate, 'others' | 'keys'>, name: string): boolean {
  return others !== undefined && (keys === undefined || keys(name))
}

/** The elements of a list or a tuple. */
export interface ListCandidate {
  readonly least: number
  readonly most: number
  readonly fitsAt: (index: number) => Fits
}

/** A member of a type, as `fits` tests it. */
export function candidateMember(
  name: string,
  isRequired: boolean,
  fits: Fits,
  values: readonly unknown[] | undefined,
  isBinary: boolean,
): OwnCandidate['members'][number] {
  const isInherited = name in Object.prototype
  return { name, isInherited, isRequired, fits, values, takesNull: fits(null, isBinary) }
}

/** A list type: its elements, or a tuple. */
type ListType<T> =
  | readonly [element: T, ...others: readonly unknown[]]
  | { readonly tuple: readonly T[]; readonly min?: number; readonly rest?: T }

/** A list type, as `fitsOf` tests its elements; `undefined` for any other type, which no list matches. */
export function listCandidate<T>(type: ListType<T> | undefined, fitsOf: (type: T) => Fits): ListCandidate {
  if (isList(type)) return tupleCandidate([], 0, fitsOf(type[0]))
  return type === undefined
    ? tupleCandidate([])
    : tupleCandidate(type.tuple.map(fitsOf), type.min, type.rest && fitsOf(type.rest))
}

/** `least` is the number of its required elements. */
function tupleCandidate(each: readonly Fits[], least: number = each.length, rest?: Fits): ListCandidate {
  const most = rest === undefined ? each.length : Number.POSITIVE_INFINITY
  return { least, most, fitsAt: (index) => each[index] ?? rest ?? fitsNone }
}

function fitsNone(): boolean {
  return false
}

type Members = Readonly<Record<string, unknown>>

/**
 * The index of the object type of a union that an object matches; -1 for none. A branch is excluded if its literal was
 * sent with another value and another branch declares that member, too. Of the others the one that declares most of the
 * sent members wins, then the one that fits, then the first.
 *
 * Looks one level deep, so that nested unions take time in proportion to their size.
 */
export function bestObject(object: Members, candidates: readonly Candidate[], isBinary: boolean): number {
  let best = -1
  let most = -1
  let isFit: boolean | undefined
  let isExcluded = false
  for (let i = 0; i < candidates.length; i++) {
    const one = candidates[i] ?? nothing
    const count = declaredCount(object, one)
    if (count === excluded) isExcluded = true
    if (count < most || count === excluded) continue
    if (count === most) {
      isFit ??= isFitting(object, candidates[best] ?? nothing, isBinary)
      if (isFit || !isFitting(object, one, isBinary)) continue
    }
    isFit = count === most ? true : undefined
    most = count
    best = i
  }
  return isExcluded && most === 0 ? -1 : best
}

const nothing: Candidate = { members: [], others: undefined }
const excluded = -1

/**
 * The number of an object's members that a type declares; {@link excluded} if its literal was sent with
 * another value.
 */
function declaredCount(object: Members, { members, others, keys }: Candidate): number {
  let count = 0
  for (let i = 0; i < members.length; i++) {
    const member = members[i]
    if (member === undefined) continue
    const value = sentValue(member, object)
    if (!isSent(member, value)) continue
    if (member.isTag && isExcluding(member, value)) return excluded
    count++
  }
  return others === undefined ? count : keyCount(object, keys)
}

function keyCount(object: Members, isKey: Candidate['keys']): number {
  let count = 0
  for (const name of Object.keys(object))
    if (object[name] !== undefined && (isKey === undefined || isKey(name))) count++
  return count
}

/** `null` for an optional member counts as absent. */
function isSent({ isRequired, takesNull }: Member, value: unknown): boolean {
  return value !== undefined && (value !== null || isRequired || takesNull)
}

/** Whether a literal member has another value. */
function isExcluding({ values }: Member, value: unknown): boolean {
  if (values === undefined) return false
  for (let i = 0; i < values.length; i++) if (isSame(values[i], value)) return false
  return true
}

/** Whether every required member is present and every present member fits. */
function isFitting(object: Members, { members, others, keys }: Candidate, isBinary: boolean): boolean {
  const areMembers = members.every((member) => {
    const value = sentValue(member, object)
    return isSent(member, value) ? member.fits(value, isBinary) : !member.isRequired
  })
  if (others === undefined || !areMembers) return areMembers
  const names = new Set(members.map(({ name }) => name))
  return Object.keys(object).every((name) => {
    if (names.has(name)) return true
    return (keys === undefined || keys(name)) && others(object[name], isBinary)
  })
}

/** Inherited names (`constructor`) count only as own properties. */
function sentValue({ name, isInherited }: Member, object: Members): unknown {
  return isInherited && !Object.hasOwn(object, name) ? undefined : object[name]
}

/**
 * The literals that excluded every type of a union, by the names of their members: those that no type accepts, or all
 * where each is one of another type.
 */
export function missedLiterals(
  object: Members,
  candidates: readonly Candidate[],
): ReadonlyMap<string, ReadonlySet<unknown>> {
  const missed = new Map<string, Set<unknown>>()
  const accepted = new Set<string>()
  for (const { members } of candidates) {
    for (const member of members) {
      const { name, values, isTag } = member
      const value = sentValue(member, object)
      if (!isTag || values === undefined || !isSent(member, value)) continue
      if (!isExcluding(member, value)) accepted.add(name)
      else missed.set(name, new Set([...(missed.get(name) ?? []), ...values]))
    }
  }
  const wrong = [...missed].filter(([name]) => !accepted.has(name))
  return wrong.length > 0 ? new Map(wrong) : missed
}

/**
 * Whether a value may be sent as a type of its union: its literals are those of the type, and the union declares one of
 * its members, or it has none and the type requires none.
 */
export function isTaken(object: Members, type: Candidate, all: readonly Candidate[]): boolean {
  if (type.members.some((member) => isWrong(member, sentValue(member, object)))) return false
  if (declaredCount(object, type) > 0) return true
  const names = Object.keys(object)
  if (names.length === 0) return type.members.every(({ isRequired }) => !isRequired)
  return all.some(
    (one) => names.some((name) => isMapOf(one, name)) || one.members.some(({ name }) => names.includes(name)),
  )
}

function isWrong(member: Member, value: unknown): boolean {
  return isSent(member, value) && isExcluding(member, value)
}

/** The index of the list type of a union that a list matches, by length, then by elements; -1 for none. */
export function bestList(
  list: readonly unknown[],
  candidates: readonly ListCandidate[],
  isBinary: boolean,
): number {
  const long = candidates.filter(({ least, most }) => list.length >= least && list.length <= most)
  const [first] = long
  if (first === undefined) return -1
  const counts = long.length === 1 ? [0] : long.map((one) => fittingCount(list, one, isBinary))
  return candidates.indexOf(long[counts.indexOf(Math.max(...counts))] ?? first)
}

function fittingCount(list: readonly unknown[], { fitsAt }: ListCandidate, isBinary: boolean): number {
  let count = 0
  for (let i = 0; i < list.length; i++) if (fitsAt(i)(list[i], isBinary)) count++
  return count
}
