import type { RecordType, TupleType } from '@ctxgen/core/json-schema/member-type'
import { mustBeList, mustBeObject, mustHaveLength } from '../../error/english-issues.ts'
import type { Key } from '../../error/issue-details.ts'
import { type IssueText, withList } from '../../error/issue-text.ts'
import { enter, leave } from '../reading/nested.ts'
import type { Reading } from '../reading/reading.ts'
import { type Literal, oneOfMixed, type Scalar } from '../scalar/scalar.ts'
import { hasMembers, isList, type JsonObject, type JsonReader } from '../shape/json-object.ts'
import {
  RecursiveShape,
  Shape,
  type ShapeMember,
  type ShapeReference,
  type ShapeType,
} from '../shape/shape.ts'
import {
  bestList,
  bestObject,
  type Candidate,
  candidateMember,
  candidatesOf,
  type ListCandidate,
  listCandidate,
  missedLiterals,
  type OwnCandidate,
} from './choose.ts'
import { decodedFits, keyFits, kindFits, literalsOf } from './fits.ts'
import { jsonList, jsonObject, jsonObjects, jsonRecord, misfit } from './json-values.ts'
import { expectedLength, jsonTuple, type TupleReader } from './tuple-values.ts'
import { noteType } from './value-choice.ts'

/** A type of a union that is not an object of declared members: a map or a list. */
interface OpenBranch<T> {
  readonly type: ShapeType
  readonly read: JsonReader<T>
}

export function openBranch<T>(type: ShapeType, read: JsonReader<T>): OpenBranch<T> {
  return { type, read }
}

/** A list, and the reader of its elements, which objects do not need. */
export function listBranch<T>(type: readonly [Shape<T>]): OpenBranch<T[]>
export function listBranch<T>(type: readonly [ShapeType], read: JsonReader<T>): OpenBranch<T[]>
export function listBranch<T>(type: readonly [ShapeType], read?: JsonReader<T>): OpenBranch<T[]> {
  const [item] = type
  return read === undefined
    ? openBranch(type, (value, key, at) => jsonObjects(value, key, at, item as Shape<T>))
    : openBranch(type, (value, key, at) => jsonList(value, key, at, read))
}

/** A map, the reader of its values, and the type of keys that are numbers. */
export function recordBranch<T>(
  type: RecordType<ShapeReference>,
  read: JsonReader<T>,
  keys?: Scalar<number>,
): OpenBranch<Record<string, T>> {
  return openBranch(type, (value, key, at) => jsonRecord(value, key, at, read, keys))
}

/** A tuple, and the reader of its elements. */
export function tupleBranch<T>(type: TupleType<ShapeReference>, read: TupleReader<T>): OpenBranch<T> {
  const { tuple, min = tuple.length, rest } = type
  const most = rest === undefined ? tuple.length : Number.POSITIVE_INFINITY
  return openBranch(type, (value, key, at) => jsonTuple(value, key, at, min, most, read))
}

type Branch<T> = Shape<T> | OpenBranch<T>

/** The members of a union without a common discriminant. */
class Choice<T> {
  private readonly made: () => readonly Branch<T>[]
  private knownBranches: readonly Branch<T>[] | undefined = undefined
  private knownObjects: readonly Candidate[] | undefined = undefined
  private knownLists: readonly ListCandidate[] | undefined = undefined

  /** Whether rules or answers ask for the type that an object was read as. */
  readonly isNoted: boolean

  constructor(branches: () => readonly Branch<T>[], isNoted: boolean) {
    this.made = branches
    this.isNoted = isNoted
  }

  /** In order of declaration. */
  branches(): readonly Branch<T>[] {
    this.knownBranches ??= this.made()
    return this.knownBranches
  }

  objects(): readonly Candidate[] {
    this.knownObjects ??= candidatesOf(this.branches().map(objectCandidate))
    return this.knownObjects
  }

  lists(): readonly ListCandidate[] {
    this.knownLists ??= this.branches().map(listOf)
    return this.knownLists
  }
}

/** Describes a union; `branches` may refer to later declarations. */
export function choice<T>(branches: () => readonly Branch<T>[]): Choice<T> {
  return new Choice(branches, false)
}

/** {@link choice} for a union with rules, or of a DTO that is sent, too. */
export function notedChoice<T>(branches: () => readonly Branch<T>[]): Choice<T> {
  return new Choice(branches, true)
}

/** Reads the branch that fits a decoded object best. */
export function jsonChoice<T>(value: unknown, key: Key, at: Reading, of: Choice<T>): T {
  if (!hasMembers(value, at)) return misfit(value, key, at, mustBeObject)
  const candidates = of.objects()
  const branch = of.branches()[bestObject(value, candidates, at.isBinary)]
  if (branch === undefined) return refuse(value, key, at, candidates)
  const made = readBranch(value, key, at, branch)
  if (of.isNoted) noteType(made, branch instanceof Shape ? branch.name : '')
  return made
}

/** Reads the list type that fits a decoded list best. */
export function jsonLists<T>(value: unknown, key: Key, at: Reading, of: Choice<T>): T {
  if (!Array.isArray(value)) return misfit(value, key, at, mustBeList)
  const candidates = of.lists()
  const branch = of.branches()[bestList(value, candidates, at.isBinary)]
  if (branch === undefined) return misfit(value, key, at, expectedLengths(candidates))
  return readBranch(value, key, at, branch)
}

function readBranch<T>(value: unknown, key: Key, at: Reading, branch: Branch<T>): T {
  return branch instanceof Shape ? jsonObject(value, key, at, branch) : branch.read(value, key, at)
}

/** Names the excluded literals, if only excluded branches declare a sent member. */
function refuse(value: JsonObject, key: Key, at: Reading, candidates: readonly Candidate[]): never {
  enter(at)
  for (const [name, values] of missedLiterals(value, candidates)) {
    at.wrong(name, oneOfMixed(...([...values] as Literal[])).issue)
  }
  return leave(at, key, undefined as never)
}

function expectedLengths(candidates: readonly ListCandidate[]): IssueText {
  const ranges: { least: number; most: number }[] = []
  for (const { least, most } of [...candidates].sort((a, b) => a.least - b.least)) {
    const before = ranges.at(-1)
    if (before !== undefined && least <= before.most + 1) before.most = Math.max(before.most, most)
    else ranges.push({ least, most })
  }
  const [only] = ranges
  if (only !== undefined && ranges.length === 1) return expectedLength(only.least, only.most)
  const lengths = ranges.map(({ least, most }) => {
    if (most === Number.POSITIVE_INFINITY) return `${least}+`
    return least === most ? String(least) : `${least}-${most}`
  })
  return withList(mustHaveLength, lengths)
}

function objectCandidate(branch: Branch<unknown>): OwnCandidate {
  if (branch instanceof Shape) {
    const others = branch.options.others?.()
    return { members: branch.members().map(memberOf), others: others && decodedFits(others) }
  }
  const { type } = branch
  if (typeof type !== 'object' || type instanceof RecursiveShape || !('record' in type))
    return { members: [], others: undefined }
  return { members: [], others: decodedFits(type.record), keys: keyFits(type.keys) }
}

function memberOf({ key, isRequired, type }: ShapeMember): OwnCandidate['members'][number] {
  return candidateMember(key, isRequired, decodedFits(type), literalsOf(type), false)
}

function listOf(branch: Branch<unknown>): ListCandidate {
  const type = branch instanceof Shape ? undefined : branch.type
  const isListType = typeof type === 'object' && (isList(type) || 'tuple' in type)
  return listCandidate(isListType ? type : undefined, kindFits)
}
