import type { App } from '@ctxgen/runtime'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc from 'fast-check'
import {
  isObject,
  type JsonObject,
  objectAt,
  resolved,
} from '../../packages/runtime/src/testing/document-object.ts'
import { valueArbitrary } from './value-arbitrary.ts'

/** A service whose document is judged. */
export interface JudgedService {
  readonly app: () => App
  readonly document: JsonObject
  /** The statuses of a request that does not fit. */
  readonly refusals: readonly number[]
  /** Values of parameters that have to lead somewhere. */
  readonly known?: Readonly<Record<string, unknown>>
  /** Headers of every request, such as a token. */
  readonly headers?: (app: App) => Promise<Readonly<Record<string, string>>>
}

export interface Verdict {
  readonly allowed: number
  readonly forbidden: number
  /** Requests that document and service judge otherwise. */
  readonly disagreements: readonly string[]
}

/** Sends random requests for every operation: those the document allows must not be refused for their form, others must. */
export async function judge(service: JudgedService, count: number, seed: number): Promise<Verdict> {
  const operations = operationsOf(service.document)
  const verdict = { allowed: 0, forbidden: 0, disagreements: [] as string[] }
  const validate = validator(service.document)
  for (const [i, operation] of operations.entries()) {
    const runs = Math.ceil(count / operations.length)
    const requests = fc.sample(requestArbitrary(service, operation), { numRuns: runs, seed: seed + i })
    const start = async (): Promise<readonly [App, Readonly<Record<string, string>> | undefined]> => {
      const app = service.app()
      return [app, await service.headers?.(app)]
    }
    let [app, headers] = await start()
    for (const parts of requests) {
      const isAllowed = parts.every(({ pointer, value, isMissing }) => !isMissing && validate(pointer, value))
      let answer = await app.test(...requestOf(operation, parts, headers))
      // A limiter has nothing to say of the form: a fresh service judges it.
      if (answer.status === 429) {
        ;[app, headers] = await start()
        answer = await app.test(...requestOf(operation, parts, headers))
      }
      const isRefused = service.refusals.includes(answer.status)
      verdict[isAllowed ? 'allowed' : 'forbidden']++
      if (isAllowed !== isRefused) continue
      const sent = JSON.stringify(parts.map(({ name, value }) => [name, value]))
      verdict.disagreements.push(
        `${operation.name} ${isAllowed ? 'allows' : 'forbids'} ${sent}, answered ${answer.status} ${await answer.text()}`,
      )
    }
  }
  return verdict
}

interface JudgedOperation {
  /** `GET /cars/{id}` */
  readonly name: string
  readonly parameters: readonly { readonly parameter: JsonObject; readonly pointer: string }[]
  readonly body:
    | { readonly schema: unknown; readonly pointer: string; readonly isRequired: boolean }
    | undefined
}

/** A parameter, or the body, of a request. */
interface Part {
  readonly name: string
  readonly place: string
  readonly parameter: JsonObject
  readonly pointer: string
  /** `undefined` when it is not sent. */
  readonly value: unknown
  readonly isMissing: boolean
}

function operationsOf(document: JsonObject): readonly JudgedOperation[] {
  return Object.entries(objectAt(document, 'paths')).flatMap(([path, item]) =>
    Object.entries(objectAt({ item }, 'item')).map(([method, operation]) => {
      const base = `/paths/${escaped(path)}/${method}`
      const members = objectAt({ operation }, 'operation')
      const list: unknown = members['parameters']
      const parameters = (Array.isArray(list) ? list : []).map((one, i) => {
        const parameter = resolved(document, one)
        const isJson = 'content' in parameter
        const pointer = `${base}/parameters/${i}/${isJson ? 'content/application~1json/' : ''}schema`
        return { parameter, pointer }
      })
      const requestBody = resolved(document, members['requestBody'])
      const media = objectAt(objectAt(requestBody, 'content'), 'application/json')
      const pointer = `${base}/requestBody/content/application~1json/schema`
      const isRequired = requestBody['required'] === true
      const body = 'schema' in media ? { schema: media['schema'], pointer, isRequired } : undefined
      return { name: `${method.toUpperCase()} ${path}`, parameters, body }
    }),
  )
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

function requestArbitrary(
  { document, known = {} }: JudgedService,
  { parameters, body }: JudgedOperation,
): fc.Arbitrary<Part[]> {
  const parts = parameters.map(({ parameter, pointer }) => {
    const name = String(parameter['name'])
    const place = String(parameter['in'])
    const isRequired = parameter['required'] === true
    const values = parameterArbitrary(document, parameter)
    const sendable = place === 'path' ? values.filter((value) => !isDotSegment(value)) : values
    const value = name in known ? fc.constant(known[name]) : sendable
    return partArbitrary({ name, place, parameter, pointer }, value, isRequired, place !== 'path')
  })
  const bodies =
    body === undefined
      ? []
      : [
          partArbitrary(
            { name: 'body', place: 'body', parameter: {}, pointer: body.pointer },
            valueArbitrary(document, body.schema),
            body.isRequired,
            false,
          ),
        ]
  return fc.tuple(...parts, ...bodies)
}

/** Clients take such segments out of a URL, escaped ones too (URL Standard, 4.1). */
function isDotSegment(value: unknown): boolean {
  return value === '.' || value === '..'
}

function partArbitrary(
  part: Pick<Part, 'name' | 'place' | 'parameter' | 'pointer'>,
  value: fc.Arbitrary<unknown>,
  isRequired: boolean,
  isOmittable: boolean,
): fc.Arbitrary<Part> {
  const sent = value.map((one) => ({ ...part, value: one, isMissing: false }))
  const absent = fc.constant({ ...part, value: undefined, isMissing: isRequired })
  if (!isOmittable) return sent
  return fc.oneof({ arbitrary: sent, weight: isRequired ? 40 : 2 }, { arbitrary: absent, weight: 1 })
}

/** Values that a parameter can express: texts of printable letters, lists and objects of them, or JSON. */
function parameterArbitrary(document: JsonObject, parameter: JsonObject): fc.Arbitrary<unknown> {
  const media = objectAt(objectAt(parameter, 'content'), 'application/json')
  if ('schema' in media) return valueArbitrary(document, media['schema'], false)
  const schema = resolved(document, parameter['schema'])
  const { type } = schema
  return valueArbitrary(document, schema, false)
    .filter((value) => {
      if (type === 'array') return Array.isArray(value) && value.length > 0 && value.every(isText)
      if (type === 'object')
        return isObject(value) && Object.keys(value).length > 0 && Object.values(value).every(isText)
      return isText(value)
    })
    .map((value) => readBack(document, value, schema))
}

function isText(value: unknown): boolean {
  return (
    (typeof value === 'string' && /^[\w#@.:+-]+$/.test(value)) ||
    typeof value === 'number' ||
    typeof value === 'boolean'
  )
}

/** A value as its schema reads its text: `5` and `"5"` have the same text. */
function readBack(document: JsonObject, value: unknown, schema: JsonObject): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => readBack(document, one, resolved(document, schema['items'])))
  }
  if (isObject(value)) {
    const properties = objectAt(schema, 'properties')
    const members = Object.entries(value).map(([key, one]) => [
      key,
      readBack(document, one, resolved(document, properties[key])),
    ])
    return Object.fromEntries(members)
  }
  const types = [schema['type']].flat()
  const values = Array.isArray(schema['enum']) ? schema['enum'] : []
  const isNumber =
    types.includes('integer') || types.includes('number') || values.some((one) => typeof one === 'number')
  const text = String(value)
  if (isNumber && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true'
  return text
}

function validator(document: JsonObject): (pointer: string, value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, logger: false })
  formats.default(ajv)
  ajv.addSchema({ ...document, $id: 'document' })
  return (pointer, value) => {
    if (value === undefined) return true
    const reference = `document#${pointer.split('/').map(encodeURIComponent).join('/')}`
    const validate = ajv.getSchema(reference) ?? ajv.compile({ $ref: reference })
    return validate(value) === true
  }
}

function requestOf(
  { name }: JudgedOperation,
  parts: readonly Part[],
  known: Readonly<Record<string, string>> = {},
): [string, RequestInit] {
  const [method = '', template = ''] = name.split(' ')
  const headers = new Headers(known)
  const query: string[] = []
  let path = template
  let body: string | undefined
  for (const part of parts) {
    if (part.value === undefined) continue
    const text = String(part.value)
    if (part.place === 'path') path = path.replace(`{${part.name}}`, encodeURIComponent(text))
    else if (part.place === 'query') query.push(...queryOf(part))
    else if (part.place === 'header') headers.set(part.name, text)
    else if (part.place === 'cookie') headers.append('Cookie', `${part.name}=${text}`)
    else body = JSON.stringify(part.value)
  }
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  const target = query.length === 0 ? path : `${path}?${query.join('&')}`
  return [target, { method, headers, ...(body === undefined ? {} : { body }) }]
}

const separators: Readonly<Record<string, string>> = { form: ',', pipeDelimited: '|', spaceDelimited: ' ' }

function queryOf({ name, value, parameter }: Part): readonly string[] {
  const pair = (text: unknown): string => `${encodeURIComponent(name)}=${encodeURIComponent(String(text))}`
  if ('content' in parameter) return [pair(JSON.stringify(value))]
  if (isObject(value)) {
    return Object.entries(value).map(([key, one]) => `${name}[${key}]=${encodeURIComponent(String(one))}`)
  }
  if (!Array.isArray(value)) return [pair(value)]
  const style = String(parameter['style'] ?? 'form')
  const isExploded = parameter['explode'] ?? style === 'form'
  return isExploded === true ? value.map(pair) : [pair(value.join(separators[style] ?? ','))]
}
