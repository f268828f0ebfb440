import { pathToFileURL } from 'node:url'
import { generate } from '@ctxgen/codegen'
import { App, BindError, type IssueCode, ParseError, ValidationError } from '@ctxgen/runtime'
import { cbor } from '@ctxgen/runtime/cbor'
import { catalogues } from '@ctxgen/runtime/messages'
import { de } from '@ctxgen/runtime/messages/de'
import { msgpack } from '@ctxgen/runtime/msgpack'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { issueCodes } from '../../packages/core/src/issue-code.ts'
import { decodeJson } from '../reference/decode-json.ts'
import { encodeBinary } from '../reference/encode-binary.ts'
import { inTempProject, type TempProject } from '../support/temp-project.ts'

const source = `
import { type int8, type int64, type float32, ParseError } from '@ctxgen/runtime'

export class Sku {
  readonly text: string
  constructor(text: string) { this.text = text }
  static parse(text: string): Sku {
    if (text === 'told') throw new ParseError('must be a SKU of ours')
    if (!/^[A-Z]\\d$/.test(text)) throw new Error('secret')
    return new Sku(text)
  }
  toString(): string { return this.text }
}

/** @query @form @json @xml @msgpack @cbor */
export interface Order {
  boxes: int8
  size: 'small' | 'large'
  sku: Sku
  address: { city: string }
  /** @validate min=2 */
  note: string
}

/** @query @json */
export interface Numbers {
  small?: int8
  long?: int64
  single?: float32
  double?: number
  whole?: bigint
}

/** @json */
export interface Values {
  text?: string
  flag?: boolean
  date?: Date
  bytes?: Uint8Array
  list?: string[]
  pair?: [string, string]
  either?: 'auto' | number | string[]
  never?: undefined
}
`

const right = { boxes: 1, size: 'small', sku: 'A1', address: { city: 'Bonn' }, note: 'ab' }

type Fields = Readonly<Record<string, unknown>>
type Format = 'query' | 'form' | 'multipart' | 'json' | 'xml' | 'msgpack' | 'cbor'
type Request = readonly [contentType: string, body: string | Uint8Array<ArrayBuffer>]

const formats: Readonly<Record<Format, (fields: Fields) => Request>> = {
  query: (fields) => ['', pairs(fields)],
  form: (fields) => ['application/x-www-form-urlencoded', pairs(fields)],
  multipart: (fields) => ['multipart/form-data; boundary=x', parts(fields)],
  json: (fields) => ['application/json', JSON.stringify(fields)],
  xml: (fields) => ['application/xml', `<o>${elements(fields)}</o>`],
  msgpack: (fields) => ['application/vnd.msgpack', binary('msgpack', fields)],
  cbor: (fields) => ['application/cbor', binary('cbor', fields)],
}

const all = Object.keys(formats) as readonly Format[]
const texts: readonly Format[] = ['query', 'form', 'multipart']
const bodies = all.filter((format) => format !== 'query')

const { note: _, ...noNote } = right
const many = Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`k${i}`, { a: 1 }]))

/** Wrong values of a client, and their issue. */
const rows: readonly {
  readonly code: IssueCode
  readonly in: readonly Format[]
  readonly sent: Fields | Partial<Record<Format, Request>>
  readonly issue: Fields
}[] = [
  { code: 'missing', in: all, sent: noNote, issue: { path: 'note' } },
  { code: 'type', in: all, sent: { ...right, boxes: 'x' }, issue: { path: 'boxes', expected: 'int8' } },
  { code: 'range', in: all, sent: { ...right, boxes: 300 }, issue: { path: 'boxes' } },
  {
    code: 'choice',
    in: all,
    sent: { ...right, size: 'huge' },
    issue: { path: 'size', expected: ['small', 'large'] },
  },
  { code: 'unknown', in: all, sent: { ...right, sise: 'small' }, issue: { path: 'sise' } },
  { code: 'structure', in: texts, sent: { ...right, boxes: { a: 1 } }, issue: { path: 'boxes' } },
  { code: 'limit', in: all, sent: { ...right, ...many }, issue: { path: undefined } },
  { code: 'rule', in: all, sent: { ...right, note: 'a' }, issue: { path: 'note', rule: 'min', param: '2' } },
  { code: 'custom', in: all, sent: { ...right, sku: 'x' }, issue: { path: 'sku' } },
  {
    code: 'syntax',
    in: bodies.filter((format) => format !== 'form'),
    sent: {
      multipart: ['multipart/form-data', 'x'],
      json: ['application/json', '{'],
      xml: ['application/xml', '<o>'],
      msgpack: ['application/vnd.msgpack', Uint8Array.of(0x81)],
      cbor: ['application/cbor', Uint8Array.of(0xa1)],
    },
    issue: { path: undefined },
  },
]

test('every code is found over the wire, in every format that can send it', () =>
  inTempProject(async (project) => {
    const app = await orderApp(project)
    assert.equal(rows.map(({ code }) => code).sort(), [...issueCodes].sort())
    for (const { code, in: where, sent, issue } of rows) {
      for (const format of where) {
        const made = Reflect.get(sent, format) as Request | undefined
        const [contentType, body] = made ?? formats[format](sent as Fields)
        const found = await errorsOf(app, contentType, body)
        const compared = pick(found.at(-1) ?? {}, ['code', ...Object.keys(issue)])
        assert.equal(compared, { code, ...issue }, `${code} in ${format}: ${JSON.stringify(found)}`)
        assert.ok(found.every((one) => issueCodes.includes(one['code'] as IssueCode)))
        if (code !== 'type' && code !== 'choice') assert.is(found.at(-1)?.['expected'], undefined, format)
      }
    }
  }))

const values: readonly (readonly [value: string, code: IssueCode, expected?: unknown])[] = [
  ['{"text":1}', 'type', 'string'],
  ['{"flag":"true"}', 'type', 'boolean'],
  ['{"date":"2021-02-30"}', 'type', 'date'],
  ['{"bytes":"*"}', 'type', 'bytes'],
  ['{"list":{}}', 'type', 'array'],
  ['{"pair":["a"]}', 'type', 'array'],
  ['{"either":true}', 'type', ['string', 'number', 'array']],
  ['{"never":1}', 'unknown'],
  ['{"text":null}', 'type'],
  ['[]', 'type', 'object'],
]

/** The value as a number of JSON, and in a query. */
const numbers: readonly (readonly [name: string, text: string, code: IssueCode, expected?: unknown])[] = [
  ['small', '1.5', 'type', 'int8'],
  ['small', '128', 'range'],
  ['small', '-129', 'range'],
  ['long', '1.5', 'type', 'int64'],
  ['long', '9223372036854775808', 'range'],
  ['single', '1e39', 'range'],
  ['double', 'true', 'type', 'number'],
  ['whole', '1.5', 'type', 'integer'],
]

test('each kind of value is expected by its name, and a number out of range has its own code', () =>
  inTempProject(async (project) => {
    const app = await orderApp(project)
    for (const [json, code, expected] of values) {
      const [issue] = await errorsOf(app, 'application/json', json, '/values')
      assert.equal([issue?.['code'], issue?.['expected']], [code, expected], json)
    }
    for (const [name, text, code, expected] of numbers) {
      const [inQuery] = await errorsOf(app, '', `${name}=${text}`, '/numbers')
      const [inJson] = await errorsOf(app, 'application/json', `{"${name}":${text}}`, '/numbers')
      for (const issue of [inQuery, inJson])
        assert.equal([issue?.['code'], issue?.['expected']], [code, expected], `${name}=${text}`)
    }
  }))

test('issues of classes, custom binders and handlers are custom, and their messages stay as they are', () =>
  inTempProject(async (project) => {
    const app = await orderApp(project)
    const [told] = await errorsOf(app, 'application/json', JSON.stringify({ ...right, sku: 'told' }))
    assert.equal(pick(told ?? {}, ['code', 'message']), { code: 'custom', message: 'must be a SKU of ours' })
    const own: readonly (readonly [path: string, message: string])[] = [
      ['/custom?as=BindError', 'must be one of my favourite things'],
      ['/custom?as=ParseError', 'must be text'],
      ['/custom', 'kann nicht gelesen werden'],
      ['/of', 'is required'],
    ]
    for (const [path, message] of own) {
      const [issue] = await errorsOf(app, 'text/x-own', 'x', path)
      assert.equal(pick(issue ?? {}, ['code', 'message']), { code: 'custom', message }, path)
    }
  }))

async function orderApp(project: TempProject): Promise<App> {
  project.write({ 'dto.ts': source })
  const { diagnostics } = await generate({ inputs: [project.at('dto.ts')], cwd: project.path })
  assert.equal(
    diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  )
  const { Order, Numbers, Values } = await import(pathToFileURL(project.at('dto.bind.ts')).href)
  const app = new App({
    msgPack: msgpack(),
    cbor: cbor(),
    unknownKeys: 'error',
    maxKeys: 20,
    maxObjects: 60,
    messages: catalogues({ de }),
  })
  app.post('/', (c) => c.json(c.bind().body(Order)))
  app.get('/', (c) => c.json(c.bind().query(Order)))
  app.post('/numbers', (c) => c.json(c.bind().json(Numbers)))
  app.get('/numbers', (c) => c.json(c.bind().query(Numbers)))
  app.post('/values', (c) => c.json(c.bind().json(Values)))
  app.post('/custom', (c) => c.json(c.bind().body(Order)))
  app.post('/of', (c) => {
    throw ValidationError.of(c, [{ path: 'a', message: 'is required', rule: 'required' }])
  })
  app.registerCustomBinder({
    name: 'own',
    mimeTypes: ['text/x-own'],
    parse(c) {
      const message = 'must be one of my favourite things'
      const [, as = ''] = c.originalURL().split('?')
      if (as === 'as=BindError') throw new BindError([{ source: 'body', path: 'a', message }])
      throw as === '' ? new Error('secret') : new ParseError('must be text')
    },
  })
  return app
}

/** The entries of the answer; a request without a content type is a query. */
async function errorsOf(
  app: App,
  contentType: string,
  body: string | Uint8Array<ArrayBuffer>,
  path: string = '/',
): Promise<readonly Fields[]> {
  const headers = { 'content-type': contentType, 'accept-language': 'de' }
  const response =
    contentType === ''
      ? await app.test(`${path}?${body}`)
      : await app.test(path, { method: 'POST', headers, body })
  const text = await response.text()
  assert.is(response.status, 400, text)
  const { errors } = JSON.parse(text) as { readonly errors: readonly Fields[] }
  return errors
}

function pick(issue: Fields, keys: readonly string[]): Fields {
  return Object.fromEntries(keys.map((key) => [key, issue[key]]))
}

function flat(fields: Fields): readonly (readonly [string, string])[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'object'
      ? Object.entries(value ?? {}).map(([inner, one]) => [`${name}[${inner}]`, String(one)] as const)
      : [[name, String(value)] as const],
  )
}

function pairs(fields: Fields): string {
  return new URLSearchParams(Object.fromEntries(flat(fields))).toString()
}

function parts(fields: Fields): string {
  const made = flat(fields).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${made.join('')}--x--\r\n`
}

function elements(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, value]) => {
      const content = typeof value === 'object' ? elements((value ?? {}) as Fields) : String(value)
      return `<${name}>${content}</${name}>`
    })
    .join('')
}

function binary(format: 'msgpack' | 'cbor', fields: Fields): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(encodeBinary(format, decodeJson(JSON.stringify(fields)), false))
}

test.run()
