import { forbiddenKey } from '../../error/english-issues.ts'
import type { Reading } from '../reading/reading.ts'
import type { JsonObject, JsonReader } from '../shape/json-object.ts'

/** Adds the members under keys other than `known` to an object without a prototype, read by `read`. */
export function jsonOthers<T extends object>(
  result: T,
  json: JsonObject,
  at: Reading,
  known: ReadonlySet<string>,
  read: JsonReader<unknown>,
): T {
  for (const name of Object.keys(json)) {
    if (at.isFull) break
    if (known.has(name)) continue
    if (name === '__proto__') at.wrong(name, forbiddenKey)
    else if (json[name] !== undefined) Reflect.set(result, name, read(json[name], name, at))
  }
  return result
}
