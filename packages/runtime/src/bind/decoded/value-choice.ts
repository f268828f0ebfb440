import type { TypeWord } from '@ctxgen/core/json-schema/member-type'
import { isList } from '../shape/json-object.ts'
import { nameOf } from '../shape/shape.ts'
import {
  bestList,
  bestObject,
  type Candidate,
  candidateMember,
  candidatesOf,
  isTaken,
  type ListCandidate,
  listCandidate,
  type OwnCandidate,
} from './choose.ts'
import { keyFits, literalsOf, type ValueType, valueFits } from './fits.ts'

/** The distinguishing features of a type: its properties, with a `?` after optional ones, or its elements. */
type ValueBranch =
  | {
      readonly name: string
      readonly members: Readonly<Record<string, ValueType>>
      /** The values under undeclared keys, for an index signature. */
      readonly others?: ValueType
    }
  | { readonly record: ValueType; readonly keys?: TypeWord }
  | readonly [element: ValueType]
  | { readonly tuple: readonly ValueType[]; readonly min?: number; readonly rest?: ValueType }

/** The members of a union without a common discriminant, for values checked by TypeScript. */
class ValueChoice {
  readonly objects: readonly Candidate[]
  readonly lists: readonly ListCandidate[]
  /** Of objects; a map has none. */
  private readonly names: readonly string[]

  constructor(branches: readonly ValueBranch[]) {
    this.names = branches.map((branch) => ('name' in branch ? branch.name : ''))
    this.objects = candidatesOf(branches.map(objectCandidate))
    this.lists = branches.map(listOf)
  }

  /** The type that a bound object was read as; -1 for any other value. */
  noted(value: object): number {
    const name = readAs.get(value)
    if (name === undefined) return -1
    const at = this.names.indexOf(name)
    // Only their values distinguish maps.
    return at === this.names.lastIndexOf(name) ? at : -1
  }
}

/** The names of types by object: after dropped members, an object may fit another type of its union as well. */
const readAs = new WeakMap<object, string>()

/** Notes the name of the type that an object of a union was read as; `''` for a map. */
export function noteType(value: unknown, name: string): void {
  if (typeof value === 'object' && value !== null) readAs.set(value, name)
}

export function valueChoice(...branches: readonly ValueBranch[]): ValueChoice {
  return new ValueChoice(branches)
}

/** The index of the union's type that a value matches; -1 for none. */
export function chosen(value: object, of: ValueChoice): number {
  if (isList(value)) return bestList(value, of.lists, true)
  const noted = of.noted(value)
  return noted === -1 ? bestObject(value as Readonly<Record<string, unknown>>, of.objects, true) : noted
}

/**
 * {@link chosen} for a value to send; -1 where the chosen type has other literals, or where no type declares a member.
 */
export function sentBranch(value: object, of: ValueChoice): number {
  if (typeof value !== 'object' || value === null) return -1
  const at = chosen(value, of)
  const type = of.objects[at]
  if (type === undefined || isList(value)) return at
  return isTaken(value as Readonly<Record<string, unknown>>, type, of.objects) ? at : -1
}

function objectCandidate(branch: ValueBranch): OwnCandidate {
  if ('members' in branch) {
    const { members, others } = branch
    return { members: Object.entries(members).map(memberOf), others: others && valueFits(others) }
  }
  if (!('record' in branch)) return { members: [], others: undefined }
  return { members: [], others: valueFits(branch.record), keys: keyFits(branch.keys) }
}

function memberOf([marked, type]: readonly [string, ValueType]): OwnCandidate['members'][number] {
  const { key, isRequired } = nameOf(marked)
  return candidateMember(key, isRequired, valueFits(type), literalsOf(type), true)
}

function listOf(branch: ValueBranch): ListCandidate {
  return listCandidate(isList(branch) || 'tuple' in branch ? branch : undefined, valueFits)
}
