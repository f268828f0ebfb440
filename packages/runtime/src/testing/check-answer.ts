import { answerSchema } from './answer-schema.ts'
import { answerText } from './answer-text.ts'
import { checkHeaders } from './check-headers.ts'
import { describeIssues } from './describe-issue.ts'
import { type JsonObject, objectAt, resolved } from './document-object.ts'
import type { SchemaChecks } from './load-ajv.ts'

/** How an answer is checked. */
export interface AnswerCheck extends SchemaChecks {
  readonly document: JsonObject
}

/** The differences between an answer and its operation, a line for each. */
export async function checkAnswer(
  check: AnswerCheck,
  operation: JsonObject,
  answer: Response,
  method: string,
): Promise<readonly string[]> {
  const responses = objectAt(operation, 'responses')
  const key = responseKey(responses, answer.status)
  if (key === undefined) {
    const statuses = Object.keys(responses).join(', ')
    return [`the status ${answer.status} is not documented, but ${statuses}`, ...(await excerpt(answer))]
  }
  const documented = resolved(check.document, responses[key])
  const body = await checkBody(check, documented, answer, method === 'HEAD' || answer.status === 304)
  return [...checkHeaders(check, documented, answer), ...body]
}

function responseKey(responses: JsonObject, status: number): string | undefined {
  const range = `${Math.trunc(status / 100)}XX`
  return [String(status), range, range.toLowerCase(), 'default'].find((key) => Object.hasOwn(responses, key))
}

async function checkBody(
  check: AnswerCheck,
  documented: JsonObject,
  answer: Response,
  isBodiless: boolean,
): Promise<readonly string[]> {
  const content = objectAt(documented, 'content')
  const types = Object.keys(content)
  const type = essence(answer.headers.get('Content-Type') ?? '')
  if (types.length === 0) return isBodiless ? [] : checkEmpty(answer, type)
  const key =
    types.find((one) => essence(one) === type) ??
    types.find((one) => isRangeOf(essence(one), type)) ??
    (type === '' && (await isEmptyText(types, answer)) ? types[0] : undefined)
  if (key === undefined) {
    return [`the content type ${type || '(none)'} is not documented, but ${types.join(', ')}`]
  }
  const mediaType = resolved(check.document, content[key])
  if (isBodiless || !('schema' in mediaType)) return []
  return checkValue(check, mediaType, answer, type || essence(key))
}

/** The app sends an empty text without a type. */
async function isEmptyText(types: readonly string[], answer: Response): Promise<boolean> {
  return types.every((one) => /^text\/(?!event-stream)/.test(one)) && (await answerText(answer)) === ''
}

async function checkEmpty(answer: Response, type: string): Promise<readonly string[]> {
  const { length } = await answerText(answer)
  if (length > 0 || type !== '')
    return [`no body is documented, but it has ${length} characters of ${type || 'no type'}`]
  return []
}

/** Reads JSON and text. A body of another type is checked by its type alone. */
async function checkValue(
  check: AnswerCheck,
  mediaType: JsonObject,
  answer: Response,
  type: string,
): Promise<readonly string[]> {
  const isJson = /^application\/(?:.+\+)?json$/.test(type)
  // An event stream may never end.
  if (!isJson && (!type.startsWith('text/') || type === 'text/event-stream')) return []
  const text = await answerText(answer)
  const schema = schemaOf(check.document, mediaType)
  if (!isJson) return describeIssues(check.body(schema, text), 'body')
  try {
    return describeIssues(check.body(schema, JSON.parse(text)), 'body')
  } catch (error) {
    if (error instanceof SyntaxError) return [`body must be JSON: ${text.slice(0, 100) || '(empty)'}`]
    throw error
  }
}

/** Cached by media type, since compiling a schema takes longer than a request. */
const schemas = new WeakMap<JsonObject, JsonObject>()

function schemaOf(document: JsonObject, mediaType: JsonObject): JsonObject {
  const known = schemas.get(mediaType)
  if (known !== undefined) return known
  const schema = answerSchema(document, mediaType['schema'])
  schemas.set(mediaType, schema)
  return schema
}

async function excerpt(answer: Response): Promise<readonly string[]> {
  if (essence(answer.headers.get('Content-Type') ?? '') === 'text/event-stream') return []
  const text = await answerText(answer)
  return text === '' ? [] : [`its body is ${text.slice(0, 300)}`]
}

/** `Text/HTML; charset=utf-8` is `text/html`. */
function essence(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}

function isRangeOf(range: string, type: string): boolean {
  return range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))
}
