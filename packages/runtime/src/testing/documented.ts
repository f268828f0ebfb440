import type { App } from '../adapter/app.ts'
import { testURL } from '../adapter/test-url.ts'
import { type AnswerCheck, checkAnswer } from './check-answer.ts'
import { isObject, type JsonObject } from './document-object.ts'
import { findOperation } from './find-operation.ts'
import { loadAjv } from './load-ajv.ts'

/** An answer or a request that the document does not have. The message lists the differences. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
  /** One line for each difference. */
  readonly differences: readonly string[]

  constructor(request: string, differences: readonly string[]) {
    super([`${request} differs from the document:`, ...differences].join('\n- '))
    this.differences = differences
  }
}

/**
 * An app for tests, whose `test` also compares each answer with an OpenAPI document: status, content type, headers and
 * body. It throws a `DocumentError` for a difference, and for a path or method that the document lacks.
 */
export function documented(app: Pick<App, 'test'>, document: object): Pick<App, 'test'> {
  if (!isObject(document) || !isObject(document['paths'])) throw new TypeError('The document has no paths')
  const paths: JsonObject = document
  return {
    async test(target, init) {
      const request = requestFrom(target, init)
      return testWith({ document: paths, ...(await loadAjv()) }, app, request)
    },
  }
}

async function testWith(check: AnswerCheck, app: Pick<App, 'test'>, request: Request): Promise<Response> {
  const { method } = request
  const { pathname } = new URL(request.url)
  const found = findOperation(check.document, method, pathname)
  if (found === undefined) throw new DocumentError(`${method} ${pathname}`, ['the document has no such path'])
  const answer = await app.test(request)
  // A connection that the handler has dropped.
  if (answer.status === 0) return answer
  if (found === 'other methods') {
    // A method that the path lacks, and the OPTIONS of browsers, are no operations.
    if (answer.status === 405 || method === 'OPTIONS') return answer
    throw new DocumentError(`${method} ${pathname}`, ['the document has this path with other methods only'])
  }
  const differences = await checkAnswer(check, found.operation, answer, method)
  if (differences.length === 0) return answer
  throw new DocumentError(
    `${method} ${pathname} (${found.name}) answered ${answer.status}, which`,
    differences,
  )
}

function requestFrom(target: Request | string, init: RequestInit | undefined): Request {
  const place = typeof target === 'string' ? testURL(target) : target
  return place instanceof Request && init === undefined ? place : new Request(place, init)
}
