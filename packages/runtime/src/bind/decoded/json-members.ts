import type { Draft } from '../reading/into.ts'
import type { Reading } from '../reading/reading.ts'
import type { JsonObject, JsonReader } from '../shape/json-object.ts'

/** A member of a decoded object: key, property, reader, and `null` if the reader accepts `null`. */
type JsonMember<T, K extends keyof T = keyof T> = {
  readonly [P in K]: readonly [key: string, property: P, read: JsonReader<T[P]>, nullIsRead?: null]
}[K]

interface KnownMember {
  readonly property: string
  readonly read: JsonReader<unknown>
  /** If false, `null` counts as absent. */
  readonly nullIsRead: boolean
}

/** The members of a type with many optional ones: only present members take time. */
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
   * Reads the members of an object; issues are in the order of its keys.
   *
   * Values are written in place: adding 50 properties by computed names to a new object makes V8 use a hash table,
   * which takes three times as long and stays slow.
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
