import { BodyFault } from './body-fault.ts'
import { bodyText } from './body-text.ts'
import { isDeeper } from './json-depth.ts'
import { checkObjects } from './json-objects.ts'
import { parseExactJson } from './json-text.ts'
import type { Reading } from './reading.ts'

/** The decoded JSON of the body, of any type; `undefined` when it is none, which is reported. */
export function jsonBody(at: Reading): unknown {
  return parse(at, JSON.parse)
}

/** As {@link jsonBody}, with 64-bit integers kept exact. */
export function exactJsonBody(at: Reading): unknown {
  return parse(at, parseExactJson)
}

/** As {@link jsonBody}; what is nested past `maxDepth` is refused, as nobody else looks at it. */
export function jsonValue(at: Reading): unknown {
  const value = jsonBody(at)
  // Counted without the body itself.
  if (isDeeper(value, at.maxDepth + 1)) at.tooDeep()
  return value
}

function parse(at: Reading, decode: (text: string) => unknown): unknown {
  at.source = 'body'
  at.isDecoded = true
  const limits = at.c.bindSettings()
  const { jsonDecoder } = limits
  at.maxDepth = limits.maxDepth
  at.ownsBody = jsonDecoder === undefined
  const text = bodyText(at.c)
  if (text === '') return at.wrong('', 'is empty')
  try {
    if (jsonDecoder === undefined) checkObjects(text, limits)
    return (jsonDecoder ?? decode)(text)
  } catch (cause) {
    return at.wrong('', cause instanceof BodyFault ? cause.message : 'is not valid JSON', cause)
  }
}
