/** What sends text: a `Ctx`, or anything with the same two methods. */
export interface TextOutput {
  set(name: string, value: string): unknown
  sendString(text: string): unknown
}

/** Gives the JSON text of a value: its declared properties and no others. */
export type Stringify<T> = (value: T) => string

/** Sends the JSON text of a value: its declared properties and no others. */
export type SendJson<T> = (c: TextOutput, value: T) => void

/** @param plain copies what is sent, in the form that JSON has for it. */
export function stringifier<T>(plain: (value: T) => object): Stringify<T> {
  return (value) => JSON.stringify(plain(value))
}

/** As {@link stringifier}, where `plain` gives big integers by {@link jsonInteger}. */
export function exactStringifier<T>(plain: (value: T) => object): Stringify<T> {
  return (value) => exactJsonText(plain(value))
}

export function jsonSender<T>(stringify: Stringify<T>): SendJson<T> {
  return (c, value) => {
    c.set('Content-Type', 'application/json; charset=utf-8')
    c.sendString(stringify(value))
  }
}

/** `JSON.rawJSON` (Node >= 21) writes digits as they are. */
const rawJson: ((text: string) => unknown) | undefined = /* @__PURE__ */ Reflect.get(JSON, 'rawJSON')

/** A prefix that no value can know, so that no text reads as a marked number. */
let mark: string | undefined

/** A whole number past 2^53 as JSON.stringify will write it, once {@link exactJsonText} is done. */
export function jsonInteger(value: number | string | boolean | bigint): unknown {
  if (typeof value !== 'bigint') return value
  if (rawJson !== undefined) return rawJson(String(value))
  mark ??= globalThis.crypto.randomUUID()
  return mark + value
}

function exactJsonText(value: object): string {
  const text = JSON.stringify(value)
  if (mark === undefined) return text
  return text.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1')
}

/** Bytes as JSON has them, in base64 (RFC 4648 section 4). */
export function jsonBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/**
 * An instance of a class as JSON has it: by its `toJSON`, which `JSON.stringify` calls, else its own `toString`.
 *
 * @throws TypeError for a class that has neither, whose private fields would be sent.
 */
export function plainInstance(value: object): unknown {
  if ('toJSON' in value && typeof value.toJSON === 'function') return value
  if (value.toString !== Object.prototype.toString) return value.toString()
  const { name } = value.constructor
  throw new TypeError(`${name} has no toJSON() or toString() that says what is sent of it: write one`)
}

/** The JSON form of one object of a union, whose discriminant said which it is. */
export function plainBranch(value: object, plain: (value: never) => object): object {
  return plain(value as never)
}

/** A record with the JSON form of each value. */
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
