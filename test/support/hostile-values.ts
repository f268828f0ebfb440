import fc from 'fast-check'
import type { SentMembers, SentType } from './sent-types.ts'

/** The text of every key and value that nobody declared. */
export const leak = 'LEAK'

/** A value of a type with undeclared members on each level, and with whatever else could bring them into an answer. */
export interface Hostile {
  readonly value: unknown
  /** Whether a union in it gets a value that no branch takes. */
  readonly isWrong: boolean
}

export function hostileValue(type: SentType, pick: fc.GeneratorValue): Hostile {
  const maker = new Maker(pick)
  return { value: disguised({ v: maker.valueOf(type) }, pick), isWrong: maker.isWrong }
}

class Maker {
  isWrong = false
  private readonly pick: fc.GeneratorValue

  constructor(pick: fc.GeneratorValue) {
    this.pick = pick
  }

  valueOf(type: SentType): unknown {
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
          this.some(() => this.valueOf(type.of)),
          this.pick,
        )
      case 'object':
        return this.objectOf(type.members)
      case 'kinds':
        if (!this.isTurn()) return this.pick(fc.boolean) ? 'text' : this.valueOf(type.other)
        this.isWrong = true
        return type.other.kind === 'object' ? [{ [leak]: leak }] : { [leak]: leak }
      default:
        return this.unionOf(type)
    }
  }

  private unionOf({ kind, branches }: SentType & { branches: readonly SentMembers[] }): unknown {
    const isWrong = this.isTurn()
    this.isWrong ||= isWrong
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
