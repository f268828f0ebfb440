import type { Draft } from './into.ts'
import type { JsonObject } from './json-object.ts'
import type { JsonReader } from './json-values.ts'
import type { Reading } from './reading.ts'

/** A member of a decoded object: its key, the property that it fills, what reads it, and `null` when that takes `null`. */
export type JsonMember<T, K extends keyof T = keyof T> = {
  readonly [P in K]: readonly [key: string, property: P, read: JsonReader<T[P]>, nullIsRead?: null]
}[K]

interface KnownMember {
  readonly property: string
  readonly read: JsonReader<unknown>
  /** Otherwise `null` is as good as absent. */
  readonly nullIsRead: boolean
}

/** The members of a type that has many and needs few: what is there is read, and what is not costs nothing. */
export class JsonMembers<T, K extends keyof T = keyof T> {
  readonly keys: readonly string[]
  private readonly members: ReadonlyMap<string, KnownMember>

  constructor(...members: readonly JsonMember<T, K>[]) {
    this.keys = members.map(([key]) => key)
    this.members = new Map(
      members.map(([key, property, read, nullIsRead]) => [
        key,
        { property: String(property), read, nullIsRead: nullIsRead === null },
      ]),
    )
  }

  /**
   * Reads what an object has of them; faults come in the order of its keys.
   *
   * Values go where they were: to add 50 properties one by one to another object, each by a name that is only known then,
   * makes a hash table of it, which takes three times as long and is slow ever after.
   */
  read(json: JsonObject, at: Reading): Draft<T, K> {
    const target: Record<string, unknown> = at.ownsBody ? json : { ...json }
    const keys = Object.keys(json)
    let picked: [property: string, value: unknown][] | undefined
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] ?? ''
      const value = json[key]
      const member = this.members.get(key)
      const isThere = member !== undefined && (value === null ? member.nullIsRead : value !== undefined)
      if (!isThere || member.property !== key) picked ??= keys.slice(0, i).map((one) => [one, target[one]])
      if (!isThere) continue
      const read = member.read(value, key, at)
      if (picked !== undefined) picked.push([member.property, read])
      else if (!Object.is(read, value)) target[key] = read
    }
    return (picked === undefined ? target : Object.fromEntries(picked)) as Draft<T, K>
  }
}
