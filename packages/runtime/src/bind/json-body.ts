import type { BindInput } from './bind-input.ts'
import { BodyFault } from './body-fault.ts'
import { bodyText } from './body-text.ts'
import type { Faults } from './faults.ts'
import { isDeeper } from './json-depth.ts'
import { checkObjects } from './json-objects.ts'
import { parseExactJson } from './json-text.ts'
import { parserConfig } from './parser-config.ts'

/** A JSON object whose members are still of unknown type. */
export type JsonObject = Readonly<Record<string, unknown>>

/** What stands for a value that is no object, after the fault is reported: its members are all absent. */
export const nothing: JsonObject = Object.freeze(Object.create(null))

/** The JSON object in the body. `keys` are the members it may have when the parser is strict. */
export function jsonBody(c: BindInput, keys: readonly string[], faults: Faults): JsonObject {
  return bodyObject(parse(c, JSON.parse, faults), keys, faults)
}

/** As {@link jsonBody}, with 64-bit integers kept exact. */
export function exactJsonBody(c: BindInput, keys: readonly string[], faults: Faults): JsonObject {
  return bodyObject(parse(c, parseExactJson, faults), keys, faults)
}

/**
 * The decoded body, of any type. @throws BindError (through `faults`) when it is no JSON, or nested past `maxDepth`, which
 * nobody else looks at.
 */
export function jsonValue(c: BindInput, faults: Faults): unknown {
  const value = parse(c, JSON.parse, faults)
  // Counted without the body itself.
  if (isDeeper(value, faults.limits.maxDepth + 1)) faults.tooDeep()
  return value
}

function bodyObject(value: unknown, keys: readonly string[], faults: Faults): JsonObject {
  // A strict parser looks at each key, which takers do not.
  if (parserConfig().ignoreUnknownKeys) faults.levels = faults.limits.maxDepth + 1
  return value === undefined ? nothing : jsonObject(value, '', keys, faults)
}

function parse(c: BindInput, decode: (text: string) => unknown, faults: Faults): unknown {
  faults.source = 'body'
  faults.isDecoded = true
  const limits = c.bindSettings()
  const { jsonDecoder } = limits
  faults.limits = limits
  faults.ownsBody = jsonDecoder === undefined
  const text = bodyText(c)
  if (text === '') return faults.wrong('', 'is empty')
  try {
    if (jsonDecoder === undefined) checkObjects(text, limits)
    return (jsonDecoder ?? decode)(text)
  } catch (cause) {
    return faults.wrong('', cause instanceof BodyFault ? cause.message : 'is not valid JSON', cause)
  }
}

/** `value` as an object, or a fault and an object without members. */
export function jsonObject(
  value: unknown,
  key: string | number,
  keys: readonly string[],
  faults: Faults,
): JsonObject {
  if (!hasMembers(value, faults)) {
    faults.wrong(key, 'must be an object')
    return nothing
  }
  if (!parserConfig().ignoreUnknownKeys) reportUnknown(value, keys, faults)
  return value
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a decoded value is an object, and not one of the dates and bytes that MessagePack and CBOR have. */
export function hasMembers(value: unknown, { isBinary }: Faults): value is JsonObject {
  return isObject(value) && !(isBinary && (value instanceof Date || ArrayBuffer.isView(value)))
}

function reportUnknown(object: JsonObject, keys: readonly string[], faults: Faults): void {
  for (const key of Object.keys(object)) {
    if (!keys.includes(key)) faults.wrong(key, 'is not a known key')
  }
}
