import fc from 'fast-check'
import type { SentMembers, SentType } from './sent-types.ts'

/** The text of every key and value that nobody declared. */
export const leak = 'LEAK'

/** A value of a type with undeclared members on each level, and with whatever else could bring them into an answer. */
export interface Hostile {
  readonly value: unknown
  /** Whether a place in it has a value of another kind, or a union one that no branch takes. */
  readonly isWrong: boolean
  /** Whether such a place is below a union, where another branch may take the value without it. */
  readonly isUnsure: boolean
}

export function hostileValue(type: SentType, pick: fc.GeneratorValue): Hostile {
  const maker = new Maker(pick)
  const value = disguised({ v: maker.valueOf(type) }, pick)
  return { value, isWrong: maker.isWrong, isUnsure: maker.isUnsure }
}

class Maker {
  isWrong = false
  isUnsure = false
  /** How many unions that choose by fit are above. */
  private unions = 0
  private readonly pick: fc.GeneratorValue

  constructor(pick: fc.GeneratorValue) {
    this.pick = pick
  }

  valueOf(type: SentType, isInRecord = false): unknown {
    const all = wrongKinds[type.kind === 'scalar' ? scalarKind(type.text) : type.kind]
    // A function in a record is dropped, as a method of it.
    const others = isInRecord ? all.filter((one) => one !== call) : all
    if (others.length === 0 || this.pick(fc.nat, { max: 14 }) > 0) return this.rightValueOf(type)
    this.noteWrong()
    return others[this.pick(fc.nat, { max: others.length - 1 })]?.()
  }

  private rightValueOf(type: SentType): unknown {
    switch (type.kind) {
      case 'scalar':
        return samples[type.text]
      case 'list':
        return disguisedList(
          this.some(() => this.valueOf(type.of)),
          this.pick,
        )
      case 'tuple':
        return disguisedList([...type.of.map((one) => this.valueOf(one)), { [leak]: leak }], this.pick)
      case 'record':
        return disguisedRecord(
          this.some(() => this.valueOf(type.of, true)),
          this.pick,
        )
      case 'object':
        return this.objectOf(type.members)
      case 'kinds':
        if (!this.isTurn()) return this.pick(fc.boolean) ? 'text' : this.rightValueOf(type.other)
        this.noteWrong()
        return type.other.kind === 'object' ? [{ [leak]: leak }] : { [leak]: leak }
      default:
        return this.unionOf(type)
    }
  }

  private unionOf({ kind, branches }: SentType & { branches: readonly SentMembers[] }): unknown {
    const isWrong = this.isTurn()
    if (isWrong) this.noteWrong()
    this.unions += kind === 'tagged' ? 0 : 1
    const value = this.branchOf(kind, branches, isWrong)
    this.unions -= kind === 'tagged' ? 0 : 1
    return value
  }

  private branchOf(kind: SentType['kind'], branches: readonly SentMembers[], isWrong: boolean): unknown {
    const at = this.pick(fc.nat, { max: branches.length - 1 })
    const members = branches[at] ?? []
    if (kind === 'tagged') return this.objectOf(members, { kind: isWrong ? this.wrongTag() : `k${at}` })
    if (isWrong) return disguised({}, this.pick)
    const isOpen = kind === 'byMember' && at === branches.length - 1
    return this.objectOf(members, isOpen ? {} : { [`own${at}`]: 'o' })
  }

  private wrongTag(): unknown {
    const tags: readonly unknown[] = [leak, { toString: () => 'k0', [leak]: leak }, ['k0'], undefined]
    return tags[this.pick(fc.nat, { max: 3 })]
  }

  private objectOf(members: SentMembers, own: object = {}): object {
    const values = members.map(({ name, type }) => [name, this.valueOf(type)])
    return disguised({ ...own, ...Object.fromEntries(values) }, this.pick)
  }

  private noteWrong(): void {
    if (this.unions > 0) this.isUnsure = true
    else this.isWrong = true
  }

  private some(make: () => unknown): unknown[] {
    return Array.from({ length: this.pick(fc.nat, { max: 2 }) }, make)
  }

  private isTurn(): boolean {
    return this.pick(fc.nat, { max: 9 }) === 0
  }
}

const samples: Readonly<Record<string, unknown>> = {
  string: 'text',
  int: 7,
  boolean: false,
  int64: 5n,
  Date: new Date(0),
  Uint8Array: new Uint8Array([1, 2]),
  "'a' | 'b'": 'b',
  'string | null': null,
}

const hidden = { [leak]: leak }
const toJSON = (): unknown => ({ [leak]: leak, deep: [hidden] })

/** An object of the same members, with others beside them. */
function disguised(members: object, pick: fc.GeneratorValue): object {
  const all = { ...members, [leak]: leak, [`${leak}s`]: [hidden], [Symbol(leak)]: leak }
  const own = Object.getOwnPropertyDescriptors(members)
  switch (pick(fc.nat, { max: 6 })) {
    case 0:
      return all
    case 1:
      return Object.assign(Object.create({ toJSON, [leak]: leak }), all)
    case 2:
      return { ...all, toJSON }
    case 3:
      return Object.defineProperties({ ...hidden }, accessors(own))
    case 4:
      return new Proxy(all, {})
    case 5:
      // As an instance of a class with accessors.
      return Object.assign(Object.create(Object.defineProperties({ toJSON }, accessors(own))), hidden)
    default:
      return Object.assign(Object.create(null), all)
  }
}

function accessors(own: PropertyDescriptorMap): PropertyDescriptorMap {
  const made = Object.entries(own).map(([key, { value }]) => [key, { get: () => value, enumerable: true }])
  return Object.fromEntries(made)
}

class Hiding extends Array<unknown> {
  toJSON = toJSON
}

class HidingBelow extends Array<unknown> {
  toJSON(): unknown {
    return toJSON()
  }
}

function disguisedList(list: unknown[], pick: fc.GeneratorValue): unknown[] {
  switch (pick(fc.nat, { max: 4 })) {
    case 0:
      return list
    case 1:
      return Object.assign(list, { toJSON, [leak]: leak })
    case 2:
      return Hiding.from(list)
    case 3:
      return HidingBelow.from(list)
    default:
      return new Proxy(list, {})
  }
}

function disguisedRecord(values: readonly unknown[], pick: fc.GeneratorValue): object {
  const record = Object.fromEntries(values.map((value, i) => [`key${i}`, value]))
  switch (pick(fc.nat, { max: 3 })) {
    case 0:
      return record
    case 1:
      return Object.assign(Object.create({ toJSON, [leak]: leak }), record)
    case 2:
      return { ...record, toJSON }
    default:
      return new Proxy(record, {})
  }
}

type WrongKind = Exclude<SentType['kind'], 'scalar'> | 'plain' | 'date' | 'bytes'

function scalarKind(text: string): WrongKind {
  return text === 'Date' ? 'date' : text === 'Uint8Array' ? 'bytes' : 'plain'
}

const row = (): object => ({ ...hidden, toJSON })
const call = (): unknown => Object.assign(() => leak, { kind: 'k0', own0: 'o', toJSON, ...hidden })
const list = (): object => Object.assign([hidden, leak], { kind: 'k0', own0: 'o', toJSON })
const text = (): string => 'text'

/** Values of other kinds, by the kind that is declared. */
const wrongKinds: Readonly<Record<WrongKind, readonly (() => unknown)[]>> = {
  plain: [row, call, list, () => new Map([[leak, leak]]), () => Object(leak)],
  date: [row, call, list, text, () => ({ toISOString: () => hidden })],
  bytes: [row, call, list, text, () => [1, 2]],
  list: [row, call, text, () => ({ ...row(), length: 1, 0: hidden }), () => new Set([hidden])],
  tuple: [row, call, text, () => ({ ...row(), length: 1, 0: hidden })],
  record: [call, list, text],
  object: [call, list, text, () => null],
  tagged: [row, call, list, text],
  choice: [call, list, text],
  byMember: [call, list, text],
  kinds: [call],
}
