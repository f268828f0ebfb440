import { BindError } from '../error/bind-error.ts'
import type { BindInput } from './bind-input.ts'
import { BodyFault } from './body-fault.ts'
import type { Faults } from './faults.ts'
import { checkObjects } from './json-objects.ts'
import { parseExactJson } from './json-text.ts'
import type { JsonReader } from './json-values.ts'
import { parserConfig } from './parser-config.ts'
import type { Scalar } from './scalar.ts'
import type { ListSeparator } from './text-pairs.ts'

/** A route parameter as `type`; `undefined` when it is absent or wrong. */
export function uriValue<T>(c: BindInput, name: string, type: Scalar<T>, faults: Faults): T | undefined {
  faults.source = 'uri'
  return readText(paramText(c, name, faults), name, type, faults)
}

/** A route parameter as a list: of one element, unless it is split at `separator` or, app-wide, at commas. */
export function uriList<T>(
  c: BindInput,
  name: string,
  type: Scalar<T>,
  faults: Faults,
  separator?: ListSeparator,
): T[] | undefined {
  faults.source = 'uri'
  const text = paramText(c, name, faults)
  if (text === undefined) return undefined
  if (text === '' && !type.takesEmpty && !parserConfig().zeroEmpty) return undefined
  const { splitting, maxArrayLength } = c.bindSettings()
  const at = separator ?? (splitting ? ',' : undefined)
  return readTexts([], at === undefined ? [text] : text.split(at), name, type, maxArrayLength, faults)
}

/** A route parameter that holds JSON. */
export function uriJson<T>(c: BindInput, name: string, read: JsonReader<T>, faults: Faults): T | undefined {
  faults.source = 'uri'
  faults.limits = c.bindSettings()
  return readJsonText(paramText(c, name, faults), name, read, faults)
}

function paramText(c: BindInput, name: string, faults: Faults): string | undefined {
  const text = c.routeParam(name)
  if (text === undefined) faults.routed = c
  return text
}

/** A text that holds JSON, read as strictly as a JSON body; an empty one is absent. */
export function readJsonText<T>(
  text: string | undefined,
  field: string,
  read: JsonReader<T>,
  faults: Faults,
): T | undefined {
  if (text === undefined || text === '') return undefined
  let value: unknown
  try {
    checkObjects(text, faults.limits)
    value = parseExactJson(text)
  } catch (cause) {
    return faults.wrong(field, cause instanceof BodyFault ? cause.message : 'is not valid JSON', cause)
  }
  return read(value, field, faults)
}

/** One text as `type`; `undefined` when it is absent, empty (and so absent) or wrong. */
export function readText<T>(
  text: string | undefined,
  field: string,
  type: Scalar<T>,
  faults: Faults,
): T | undefined {
  if (text === undefined) return undefined
  if (text === '' && !type.takesEmpty) {
    return parserConfig().zeroEmpty ? (type.zero ?? faults.wrong(field, type.expected)) : undefined
  }
  return type.read(text) ?? faults.wrong(field, type.expected, type.cause?.(text))
}

/** Adds texts to a list of `type`; an empty one counts only where it is a value. */
export function readTexts<T>(
  list: T[],
  texts: readonly string[],
  field: string,
  type: Scalar<T>,
  maxLength: number,
  faults: Faults,
): T[] {
  if (list.length + texts.length > maxLength) {
    const message = `a list of more than ${maxLength} elements`
    throw new BindError([{ source: faults.source, path: field, message }])
  }
  for (const text of texts) {
    const value = readText(text, field, type, faults)
    if (value !== undefined) list.push(value)
  }
  return list
}
