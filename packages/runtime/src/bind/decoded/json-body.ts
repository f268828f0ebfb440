import { causedIssue } from '../../error/caused-issue.ts'
import type { DecodeLimits } from '../reading/codec.ts'
import { emptyBody } from '../reading/empty-body.ts'
import { tooDeep } from '../reading/nested.ts'
import type { Reading } from '../reading/reading.ts'
import { isDeeper } from '../shape/json-object.ts'
import { bodyText, withoutMark } from './body-text.ts'
import { unreadable } from './decode-body.ts'
import { checkObjects } from './json-objects.ts'
import { parseExactJson, parseWrittenJson } from './json-text.ts'

/** The decoded JSON of the body, of any type; `undefined`, with an issue, when it is invalid. */
export function jsonBody(at: Reading): unknown {
  return parse(at, (text) => JSON.parse(text))
}

/** {@link jsonBody} with exact 64-bit integers: in any notation, or only those `written` as integers. */
export function exactJsonBody(at: Reading, which: true | 'written'): unknown {
  return parse(at, which === true ? parseExactJson : parseWrittenJson)
}

/** {@link jsonBody} without a DTO; enforces `maxDepth`, which otherwise the readers do. */
export function jsonValue(at: Reading): unknown {
  const value = jsonBody(at)
  // The body itself does not count.
  if (isDeeper(value, at.maxDepth + 1)) tooDeep(at)
  return value
}

function parse(at: Reading, decode: (text: string, limits: DecodeLimits) => unknown): unknown {
  at.source = 'body'
  at.isDecoded = true
  const limits = at.c.bindSettings()
  const { jsonDecoder } = limits
  at.maxDepth = limits.maxDepth
  at.ownsBody = jsonDecoder === undefined
  const text = withoutMark(bodyText(at.c))
  if (text === '') return emptyBody(at)
  try {
    if (jsonDecoder === undefined) checkObjects(text, limits)
    return jsonDecoder === undefined ? decode(text, limits) : jsonDecoder(text)
  } catch (cause) {
    return at.wrong('', causedIssue(unreadable(cause, 'JSON'), cause))
  }
}
