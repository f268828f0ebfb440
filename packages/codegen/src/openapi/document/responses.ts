import { STATUS_CODES } from 'node:http'
import type { SourceSpan } from '../../model/source-span.ts'
import type { Answer, AnswerBody } from '../model/operation.ts'
import type { DtoSchemas } from './dto-schema.ts'
import { eventSchema, plainEvent } from './event-schema.ts'
import {
  compact,
  type DocumentedResponse,
  type Header,
  type MediaType,
  type Schema,
} from './openapi-document.ts'
import { type ProblemSchemas, problemExample } from './problem-schemas.ts'
import type { SchemaRegistry } from './schema-registry.ts'

interface ResponseScope {
  readonly schemas: DtoSchemas
  readonly problems: ProblemSchemas
  readonly registry: SchemaRegistry
  /** Whether the version has `itemSchema`. */
  readonly hasItemSchema: boolean
}

interface PlacedResponse {
  readonly status: string
  readonly response: DocumentedResponse
  readonly span: SourceSpan
}

/** The responses of an operation, by status. */
export function responsesOf(answers: readonly Answer[], scope: ResponseScope): readonly PlacedResponse[] {
  const statuses = [...new Set(answers.map(({ status }) => status))].sort(byStatus)
  return statuses.flatMap((status) => {
    const some = answers.filter((one) => one.status === status)
    const [first] = some
    if (first === undefined) return []
    return [{ status: String(status), response: responseOf(status, some, scope), span: first.span }]
  })
}

function byStatus(a: number | 'default', b: number | 'default'): number {
  if (a === 'default' || b === 'default') return a === b ? 0 : a === 'default' ? 1 : -1
  return a - b
}

function responseOf(
  status: number | 'default',
  answers: readonly Answer[],
  scope: ResponseScope,
): DocumentedResponse {
  const details = [
    ...new Set(answers.flatMap(({ detail }) => (detail === undefined || detail === '' ? [] : [detail]))),
  ]
  const title = status === 'default' ? 'Any other error' : (STATUS_CODES[status] ?? 'Error')
  const content = contentOf(answers, scope)
  return compact({
    description: details.length === 0 ? title : details.map(sentence).join(' '),
    headers: headersOf(answers),
    content: content.size === 0 ? undefined : Object.fromEntries(content),
  })
}

function sentence(text: string): string {
  const upper = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  return /[.!?]$/.test(upper) ? upper : `${upper}.`
}

/** A header that only some answers of the status have is optional. */
function headersOf(answers: readonly Answer[]): Readonly<Record<string, Header>> | undefined {
  const names = new Map(
    answers.flatMap(({ headers }) => [...headers].map(([key, { name }]) => [key, name] as const)),
  )
  if (names.size === 0) return undefined
  const entries = [...names].map(([key, name]): [string, Header] => {
    const isAlways = answers.every(({ headers }) => headers.get(key)?.isAlways ?? false)
    return [name, compact({ required: isAlways ? (true as const) : undefined, schema: { type: 'string' } })]
  })
  return Object.fromEntries(entries)
}

function contentOf(answers: readonly Answer[], scope: ResponseScope): ReadonlyMap<string, MediaType> {
  const content = new Map<string, MediaType>()
  const bodies = new Map<string, Map<string, AnswerBody>>()
  for (const { media, body } of answers) {
    if (media === undefined || body === undefined) continue
    const known = bodies.get(media) ?? new Map<string, AnswerBody>()
    bodies.set(media, known.set(body.key, body))
  }
  for (const [media, some] of bodies) {
    content.set(media, mediaTypeOf(media, [...some.values()], answers, scope))
    // Clients that take no JSON get the text alone.
    const hasText = [...some.values()].some((body) => body.kind === 'problem' && body.hasText)
    if (hasText && !bodies.has('text/plain')) content.set('text/plain', { schema: { type: 'string' } })
  }
  return content
}

function mediaTypeOf(
  media: string,
  bodies: readonly AnswerBody[],
  answers: readonly Answer[],
  scope: ResponseScope,
): MediaType {
  const events = bodies.map((body) => eventOf(body, scope))
  if (events.every((one) => one !== undefined)) return eventStream(events, scope)
  const isJson = /^application\/(?:.+\+)?json$/.test(media)
  // A text that is sent as JSON may be any JSON.
  const schemas = bodies.map((body) => (isJson && body.kind === 'text' ? {} : schemaOf(body, scope)))
  const unique = [...new Map(schemas.map((one) => [JSON.stringify(one), one])).values()]
  const [only] = unique
  const schema = unique.length === 1 && only !== undefined ? only : { anyOf: unique }
  return { schema, ...examplesOf(answers.filter(({ body }) => body?.kind === 'problem')) }
}

/** The schema of an event; `undefined` for another body. */
function eventOf(body: AnswerBody, { schemas, registry }: ResponseScope): Schema | undefined {
  if (body.kind === 'events') return plainEvent
  if (body.kind !== 'eventsOf') return undefined
  return eventSchema(schemas.sentBy(body.module, body.name), (one) => registry.target(one))
}

function eventStream(events: readonly Schema[], { hasItemSchema }: ResponseScope): MediaType {
  const [only = plainEvent, ...others] = events
  const item = others.length === 0 ? only : { anyOf: events }
  if (hasItemSchema) return { itemSchema: item }
  const schema = { type: 'string' }
  return item === plainEvent ? { schema } : { schema, 'x-itemSchema': item }
}

function schemaOf(body: AnswerBody, { schemas, problems }: ResponseScope): Schema {
  switch (body.kind) {
    case 'dto':
      return schemas.sentBy(body.module, body.name)
    case 'value':
      return schemas.sentValue(body.module, body.type)
    case 'problem':
      return problems.refer(body.hasErrors)
    case 'text':
    case 'events':
    case 'eventsOf':
      return { type: 'string' }
    case 'bytes':
      return { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' }
  }
}

/** Each text of an error is an example. */
function examplesOf(answers: readonly Answer[]): Pick<MediaType, 'example' | 'examples'> {
  const detailed = answers.filter(
    ({ detail, status, body }) =>
      detail !== undefined && typeof status === 'number' && body?.kind === 'problem',
  )
  const examples = [
    ...new Map(detailed.map((one) => [one.detail, problemExample(Number(one.status), one.detail)])).values(),
  ]
  if (examples.length < 2) return examples[0] === undefined ? {} : { example: examples[0] }
  return { examples: Object.fromEntries(examples.map((value, i) => [`example${i + 1}`, { value }])) }
}
