import { ts } from 'ts-morph'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Draft } from '../../packages/codegen/src/openapi/model/draft.ts'
import { droppedHeaders, errorDraft } from '../../packages/codegen/src/openapi/read/answer-headers.ts'
import type { ErrorFact } from '../../packages/codegen/src/openapi/read/value.ts'
import { headersOfAnswer } from '../../packages/runtime/src/response/answer-headers.ts'
import { ResponseDraft } from '../../packages/runtime/src/response/response-draft.ts'

/*
 * An error drops the headers that describe the failed answer. The runtime does it, and documents declare it: their lists
 * are two, since the packages import nothing of each other.
 */

/** Headers with values that decide, beside those of the lists. */
const others: readonly (readonly [name: string, value: string])[] = [
  ['Cache-Control', 'max-age=60'],
  ['Cache-Control', 'public, no-store'],
  ['Cache-Control', 'private="set-cookie"'],
  ['Cache-Control', 'no-storey'],
  ['Content-Range', 'bytes */10'],
  ['Content-Security-Policy', "default-src 'none'"],
  ['Set-Cookie', 'a=1'],
  ['Vary', 'Origin'],
  ['Retry-After', '5'],
  ['X-A', '1'],
]

function isSaid(name: string, value: string, status: number): boolean {
  const span = { path: '', line: 1, column: 1, endLine: 1, endColumn: 1 }
  const headers = new Map([[name.toLowerCase(), { name, value, isAlways: true, span }]])
  const node = ts.factory.createNull()
  const error: ErrorFact = { name: 'HttpError', statuses: [status], message: undefined, node }
  return errorDraft(new Draft({ headers }), error).headers.size > 0
}

function isSent(name: string, value: string, status: number): boolean {
  const draft = new ResponseDraft()
  draft.setHeader(name, value)
  draft.dropAnswer(status)
  return draft.header(name) !== undefined
}

test('documents drop the headers of a failed answer that the runtime drops', () => {
  const names = new Set([...droppedHeaders, ...headersOfAnswer])
  // Documents have the media type and the length of a body elsewhere.
  for (const name of ['content-type', 'content-length']) names.delete(name)
  for (const [name, value] of [...[...names].map((one) => [one, 'a'] as const), ...others])
    for (const status of [400, 416])
      assert.is(
        isSaid(name, value, status),
        isSent(name, value, status),
        `${name}: ${value} with a ${status}`,
      )
})

test.run()
