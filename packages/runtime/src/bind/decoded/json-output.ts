/** An output for text: a `Ctx`, or any object with the same two methods. */
export interface TextOutput {
  set(name: string, value: string): unknown
  sendString(text: string): unknown
}

/** Returns the JSON text of a value's declared properties. */
export type Stringify<T> = (value: T) => string

/** Sends the JSON text of a value's declared properties. */
export type SendJson<T> = (c: TextOutput, value: T) => void

/** @param plain copies the declared properties, in their JSON form. */
export function stringifier<T>(plain: (value: T) => unknown): Stringify<T> {
  return (value) => jsonText(plain(value))
}

/** {@link stringifier} for big integers, which `plain` converts with {@link jsonInteger}. */
export function exactStringifier<T>(plain: (value: T) => unknown): Stringify<T> {
  return (value) => exactJsonText(plain(value))
}

export function jsonSender<T>(stringify: Stringify<T>): SendJson<T> {
  return (c, value) => {
    c.set('Content-Type', 'application/json; charset=utf-8')
    c.sendString(stringify(value))
  }
}

/** `JSON.rawJSON` (Node >= 21) writes digits unchanged. */
const rawJson: ((text: string) => unknown) | undefined = /* @__PURE__ */ Reflect.get(JSON, 'rawJSON')

/** An unguessable prefix, so that no text is mistaken for a marked number. */
let mark: string | undefined

/** Marks an integer beyond 2^53 for {@link exactJsonText}. */
export function jsonInteger(value: number | string | boolean | bigint): unknown {
  if (typeof value !== 'bigint') return value
  if (rawJson !== undefined) return rawJson(String(value))
  mark ??= globalThis.crypto.randomUUID()
  return mark + value
}

/** `unknown` may hold a bigint, which JSON.stringify rejects. @throws TypeError for a cyclic value. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return unmarked(JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? jsonInteger(one) : one)))
  }
}

function exactJsonText(value: unknown): string {
  return unmarked(jsonText(value))
}

function unmarked(text: string): string {
  if (mark === undefined) return text
  return text.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1')
}

/** Bytes in base64 (RFC 4648 section 4), their JSON form. */
export function jsonBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/**
 * The JSON form of a class instance: by its `toJSON`, which `JSON.stringify` calls, or otherwise by its own `toString`.
 *
 * @throws TypeError for a class with neither, to avoid sending its private fields.
 */
export function plainInstance(value: object): unknown {
  if ('toJSON' in value && typeof value.toJSON === 'function') return value
  if (value.toString !== Object.prototype.toString) return value.toString()
  const { name } = value.constructor
  throw new TypeError(`${name} has no toJSON() or toString() of its own: write one to define its JSON form`)
}

/** The JSON form of a union value whose type is known. */
export function plainBranch(value: object, plain: (value: never) => unknown): unknown {
  return plain(value as never)
}

/** A copy of a record with the JSON form of each value. */
export function plainRecord<T>(
  record: Readonly<Record<string, T | undefined>>,
  plain: (value: T) => unknown,
): object {
  const copy: Record<string, unknown> = Object.create(null)
  for (const key of Object.keys(record)) {
    const value = record[key]
    if (value !== undefined) copy[key] = plain(value)
  }
  return copy
}
