import { isIPv4, isIPv6 } from 'node:net'
import type { FormatName } from '@ctxgen/core/rules/formats'

const day = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`
const clock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[zZ]|[+-]\d\d:\d\d)`
const pointer = /^(?:\/(?:[^~]|~[01])*)?$/

const expressions: Readonly<Partial<Record<FormatName, RegExp>>> = {
  'date-time': new RegExp(`^${day}[tT]${clock}$`),
  date: new RegExp(`^${day}$`),
  time: new RegExp(`^${clock}$`),
  duration: /^P[\dYMWDTHS]+$/,
  email: /^.+@[\w.\-:[\]]+$/,
  hostname: /^[\w.-]+$/,
  uri: /^[a-zA-Z][a-zA-Z\d+.-]*:[!-~]*$/,
  'uri-reference': /^[!-~]*$/,
  iri: /^[a-zA-Z][a-zA-Z\d+.-]*:[^ <>"{}|\\^`]*$/,
  'iri-reference': /^[^ <>"{}|\\^`]*$/,
  uuid: /^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/,
  'json-pointer': pointer,
  'relative-json-pointer': /^\d+(?:#|\/.*)?$/s,
  byte: /^[A-Za-z\d+/]*={0,2}$/,
}

/** Whether a text may have a format of JSON Schema. `false` is certain; only the runtime checks days and names. */
export function hasFormatForm(format: FormatName, text: string): boolean {
  if (format === 'ipv4') return isIPv4(text)
  if (format === 'ipv6') return isIPv6(text)
  return expressions[format]?.test(text) !== false
}
