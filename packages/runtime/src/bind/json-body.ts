import type { BindInput } from './bind-input.ts'
import { BodyFault } from './body-fault.ts'
import { bodyText } from './body-text.ts'
import type { Faults } from './faults.ts'
import { hasMoreBrackets, isDeeper } from './json-depth.ts'
import { checkObjects } from './json-objects.ts'
import { parseExactJson } from './json-text.ts'
import { parserConfig } from './parser-config.ts'

/** A JSON object whose members are still of unknown type. */
export type JsonObject = Readonly<Record<string, unknown>>

/** What stands for a value that is no object, after the fault is reported: its members are all absent. */
export const nothing: JsonObject = Object.freeze(Object.create(null))

/** The JSON object in the body. `keys` are the members it may have when the parser is strict. */
export function jsonBody(c: BindInput, keys: readonly string[], faults: Faults): JsonObject {
  return bodyObject(parse(c, false, false, faults), keys, faults)
}

/** As {@link jsonBody}, with 64-bit integers kept exact. */
export function exactJsonBody(c: BindInput, keys: readonly string[], faults: Faults): JsonObject {
  return bodyObject(parse(c, true, false, faults), keys, faults)
}

/** As {@link jsonBody}, for takers, who find what is too deep: {@link Faults.taken} is to be asked. */
export function jsonToTake(c: BindInput, keys: readonly string[], faults: Faults): JsonObject {
  return objectToTake(c, false, keys, faults)
}

/** As {@link jsonToTake}, with 64-bit integers kept exact. */
export function exactJsonToTake(c: BindInput, keys: readonly string[], faults: Faults): JsonObject {
  return objectToTake(c, true, keys, faults)
}

/** The decoded body, of any type. @throws BindError (through `faults`) when it is no JSON. */
export function jsonValue(c: BindInput, faults: Faults): unknown {
  return parse(c, false, false, faults)
}

function objectToTake(c: BindInput, isExact: boolean, keys: readonly string[], faults: Faults): JsonObject {
  // A strict parser looks at each key, which takers do not.
  const isTaken = parserConfig().ignoreUnknownKeys
  const value = parse(c, isExact, isTaken, faults)
  if (isTaken) faults.levels = faults.limits.maxDepth + 1
  return bodyObject(value, keys, faults)
}

function bodyObject(value: unknown, keys: readonly string[], faults: Faults): JsonObject {
  return value === undefined ? nothing : jsonObject(value, '', keys, faults)
}

/** @param isTaken whether takers find what is too deep in an object. */
function parse(c: BindInput, isExact: boolean, isTaken: boolean, faults: Faults): unknown {
  faults.source = 'body'
  const limits = c.bindSettings()
  const { maxDepth, jsonDecoder } = limits
  faults.limits = limits
  faults.ownsBody = jsonDecoder === undefined
  const text = bodyText(c)
  if (text === '') return faults.wrong('', 'is empty')
  faults.text = text
  let value: unknown
  try {
    if (jsonDecoder === undefined) checkObjects(text, limits)
    if (jsonDecoder !== undefined) value = jsonDecoder(text)
    else value = isExact ? parseExactJson(text) : JSON.parse(text)
  } catch (cause) {
    return faults.wrong('', cause instanceof BodyFault ? cause.message : 'is not valid JSON', cause)
  }
  // Counted without the body itself. What a decoder of another syntax takes, it alone knows.
  const most = maxDepth + 1
  const mayBe = jsonDecoder !== undefined || (!(isTaken && isObject(value)) && hasMoreBrackets(text, most))
  if (mayBe && isDeeper(value, most)) faults.tooDeep()
  return value
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
