import { isNumberKey } from '../scalar/number-key.ts'
import { setOwn } from './body-scan.ts'
import { maySend, type SendJson, type Stringify, sendingCall, setSending } from './sending.ts'
import { sentCopy } from './sent-copy.ts'
import { isPlainList } from './sent-data.ts'
import { isoText, type Plain, plainInstance, type SentForm } from './sent-form.ts'
import { listOf, plainScalar, recordOf, sentBytes } from './sent-kinds.ts'

export function stringifier<T>(plain: Plain<T>): Stringify<T> {
  return sending((value) => jsonText(sentCopy(plain, value, jsonForm)), plain, jsonText)
}

/** {@link stringifier} for a type with big integers. */
export function exactStringifier<T>(plain: Plain<T>): Stringify<T> {
  return sending((value) => exactJsonText(sentCopy(plain, value, jsonForm)), plain, exactJsonText)
}

function sending<T>(
  stringify: Stringify<T>,
  plain: Plain<T>,
  text: (copied: unknown) => string,
): Stringify<T> {
  const steps = { copy: (value: T): unknown => sentCopy(plain, value, jsonForm), text }
  setSending(stringify, { send: jsonSender(stringify), response: jsonResponse(stringify), plain, steps })
  return stringify
}

const jsonForm: SentForm = {
  date: isoText,
  bytes: jsonBase64,
  integer: jsonInteger,
  instance: plainInstance,
}

export function jsonSender<T>(stringify: Stringify<T>): SendJson<T> {
  const call = (): string => sendingCall(stringify)
  return (c, value) => {
    if (c[maySend]?.(call, value) === false) return
    c.set('Content-Type', jsonType)
    c.sendString(stringify(value))
  }
}

function jsonResponse<T>(stringify: Stringify<T>): (value: T, init?: ResponseInit) => Response {
  return (value, init = {}) => {
    const text = stringify(value)
    const headers = new Headers(init.headers)
    if (!headers.has('content-type')) headers.set('content-type', jsonType)
    return new Response(text, { ...init, headers })
  }
}

export const jsonType = 'application/json; charset=utf-8'

/** `JSON.rawJSON` (Node >= 21) writes digits unchanged. */
const rawJson: ((text: string) => unknown) | undefined = /* @__PURE__ */ Reflect.get(JSON, 'rawJSON')

/** An unguessable prefix, so that no text is mistaken for a marked number. */
let mark: string | undefined

/** Marks an integer beyond 2^53 for {@link exactJsonText}. */
function jsonInteger(value: number | string | boolean | bigint): unknown {
  if (typeof value !== 'bigint') return plainScalar(value)
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
function jsonBase64(value: Uint8Array): string {
  let text = ''
  for (const byte of sentBytes(value)) text += String.fromCharCode(byte)
  return btoa(text)
}

/** The copy of a union value whose type is known. */
export function plainBranch<A extends readonly unknown[]>(
  value: object,
  plain: (value: never, ...form: A) => unknown,
  ...form: A
): unknown {
  return plain(value as never, ...form)
}

/**
 * A list of plain copies; the list itself where its elements stay as they are. A list with a `toJSON`, of its own or of
 * a subclass, is copied, since JSON.stringify would call it.
 */
export function plainList<T>(
  list: readonly T[] | null | undefined,
  plain?: (value: T) => unknown,
): readonly unknown[] | null | undefined {
  if (list === undefined || list === null) return list
  const own = isPlainList(listOf(list)) ? list : [...list]
  if (plain === undefined) return own
  const copy: unknown[] = []
  for (let i = 0; i < own.length; i++) copy.push(plain(own[i] as T))
  return copy
}

/** {@link plainList} of scalars, which are checked. @throws UnsentError for an object among them. */
export function plainScalars<T>(list: readonly T[] | null | undefined): readonly T[] | null | undefined {
  if (list === undefined || list === null) return list
  const own = isPlainList(listOf(list)) ? list : [...list]
  for (let i = 0; i < own.length; i++) {
    const one = own[i]
    if (typeof one !== 'number' && typeof one !== 'string') plainScalar(one)
  }
  return own
}

/** A copy of a record, or of each of its values; without functions, since JSON.stringify would call a `toJSON` among them. */
export function plainRecord<T>(
  record: Readonly<Record<string, T | undefined>>,
  plain?: (value: T) => unknown,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(recordOf(record))) {
    const value = record[key]
    if (value === undefined || typeof value === 'function') continue
    const sent = plain === undefined ? value : plain(value)
    if (key === '__proto__') setOwn(copy, key, sent)
    else copy[key] = sent
  }
  return copy
}

/** {@link plainRecord} for keys that are numbers; others are undeclared, and not sent. */
export function plainNumberRecord<T>(
  record: Readonly<Record<number, T | undefined>>,
  plain?: (value: T) => unknown,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(recordOf(record))) {
    const value = isNumberKey(key) ? record[Number(key)] : undefined
    if (value === undefined || typeof value === 'function') continue
    copy[key] = plain === undefined ? value : plain(value)
  }
  return copy
}
