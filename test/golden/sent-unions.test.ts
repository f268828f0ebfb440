import { pathToFileURL } from 'node:url'
import { generate } from '@ctxgen/codegen'
import { App, type SentDto } from '@ctxgen/runtime'
import { cbor } from '@ctxgen/runtime/cbor'
import { msgpack } from '@ctxgen/runtime/msgpack'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inTempProject } from '../support/temp-project.ts'

const source = `
import type { int } from '@ctxgen/runtime'
export class Box {
  readonly user: unknown
  constructor(user: unknown) { this.user = user }
  static parse(text: string): Box { return new Box(text) }
  toJSON(): unknown { return { owner: this.user } }
}
/** @response */ export interface Drawing { shape: Shape; more?: Shape[] }
export type Shape = { kind: 'circle'; radius: int } | { kind: 'square'; side: int }
/** @response */ export type Half = { kind: 'a'; x: string } | { y: string | undefined }
/** @response */ export interface Sized { by: { w?: int } | { h?: int } | { w: int; name: string } }
/** @response */ export interface Found { by: { id: string; title?: string } | { id: string; state: 'on' | 'off' } }
/** @response */ export interface Cell { value: { S: string; N?: never } | { N: int; S?: never } }
/** @response */ export interface Buyer { of?: Customer | { id: string; deleted: true } }
export interface Customer { id: string; deleted?: never }
/** @response */ export interface Loose { of: { note?: string; own?: never } | { own: string } }
/** @response */ export interface Mixed { id: string | int; to: string | { name: string }; all?: string | string[] }
/** @response */ export interface Pair { of: { code: 'x'; kind: 'a' } | { code: 'y'; kind: 'b' } }
/** @response */ export interface Out { box: Box; extra: unknown; more: Record<string, unknown> }
`

/** A DTO, a value, and its JSON, or the error in the log. */
type Row = readonly [dto: string, value: unknown, told: object | string]

const secret = 'SECRET'
const rows: readonly Row[] = [
  ['Drawing', { shape: { kind: 'circle', radius: 1, secret } }, { shape: { kind: 'circle', radius: 1 } }],
  [
    'Drawing',
    {
      shape: { kind: 'circle', radius: 1 },
      more: [
        { kind: 'square', side: 1 },
        { kind: 'oval', secret },
      ],
    },
    'the value at more.1 cannot be sent: no branch of Drawing.shape takes it, its "kind" is "oval"',
  ],
  [
    'Drawing',
    { shape: { kind: { toString: () => 'circle', secret }, radius: 1 } },
    'the value at shape cannot be sent: no branch of Drawing.shape takes it, its "kind" is an object',
  ],
  [
    'Half',
    { kind: 'b', y: undefined, secret },
    'the value cannot be sent: no branch of Half takes it, its "kind" is "b"',
  ],
  ['Half', { y: undefined, secret }, {}],
  ['Half', {}, {}],
  ['Sized', { by: { h: 1, secret } }, { by: { h: 1 } }],
  ['Sized', { by: {} }, { by: {} }],
  ['Sized', { by: { h: undefined, secret } }, { by: {} }],
  [
    'Sized',
    { by: { secret, ['x'.repeat(100)]: 1 } },
    `the value at by cannot be sent: no branch of Sized.by takes it, its members are "secret", "${'x'.repeat(60)}…"`,
  ],
  ['Found', { by: { id: 'i', state: 'on', secret } }, { by: { id: 'i', state: 'on' } }],
  [
    'Found',
    { by: { id: 'i', state: 'odd' } },
    'the value at by cannot be sent: no branch of Found.by takes it, its "state" is "odd"',
  ],
  ['Cell', { value: { N: 5, secret } }, { value: { N: 5 } }],
  [
    'Cell',
    { value: { S: 's', N: 5 } },
    'the value at value cannot be sent: no branch of Cell.value takes it, its members are "S", "N"',
  ],
  [
    'Cell',
    { value: {} },
    'the value at value cannot be sent: no branch of Cell.value takes it, an object without members',
  ],
  ['Buyer', { of: { id: 'i', secret } }, { of: { id: 'i' } }],
  [
    'Buyer',
    { of: { secret } },
    'the value at of cannot be sent: no branch of Buyer.of takes it, its members are "secret"',
  ],
  ['Loose', { of: {} }, { of: {} }],
  ['Loose', { of: { note: undefined, secret } }, { of: {} }],
  [
    'Mixed',
    { id: { secret }, to: 't' },
    'the value at id cannot be sent: no branch of Mixed.id takes it, its members are "secret"',
  ],
  ['Mixed', { id: 5, to: { name: 'n', secret }, all: ['a'] }, { id: 5, to: { name: 'n' }, all: ['a'] }],
  [
    'Mixed',
    { id: 5, to: ['a'] },
    'the value at to cannot be sent: no branch of Mixed.to takes it, it is a list of 1',
  ],
  [
    'Mixed',
    { id: 5, to: 't', all: { secret } },
    'the value at all cannot be sent: no branch of Mixed.all takes it, its members are "secret"',
  ],
  [
    'Pair',
    { of: { code: 'x', kind: 'b' } },
    'the value at of cannot be sent: no branch of Pair.of takes it, its "code" is "x", its "kind" is "b"',
  ],
]

test('a value of a union is sent as the branch that takes it, or is an error for the log, in every format', () =>
  inTempProject(async (project) => {
    project.write({ 'dto.ts': source })
    const { diagnostics } = await generate({ inputs: [project.at('dto.ts')], cwd: project.path })
    assert.equal(
      diagnostics.map(({ message }) => message),
      [],
    )
    const generated = await import(pathToFileURL(project.at('dto.bind.ts')).href)
    for (const [name, value, told] of rows) await judge(generated[name], value, told)
    const { Box } = await import(pathToFileURL(project.at('dto.ts')).href)
    const user = { name: 'ann', secret, toJSON: () => ({ name: 'ann' }) }
    const out = { box: new Box(user), extra: [user], more: { m: user } }
    const name = { name: 'ann' }
    await judge(generated.Out, out, { box: { owner: name }, extra: [name], more: { m: name } })
  }))

const codecs = { msgPack: msgpack(), cbor: cbor() }

async function judge(dto: SentDto<unknown>, value: unknown, wanted: object | string): Promise<void> {
  const told: string[] = []
  const app = new App({ ...codecs, onError: (error) => void told.push(String(error)) })
  app.get('/json', (c) => c.json(value, dto))
  app.get('/cbor', (c) => c.cbor(value, dto))
  app.get('/msgPack', (c) => c.msgPack(value, dto))
  app.get('/xml', (c) => c.xml(value, dto))
  for (const format of ['json', 'cbor', 'msgPack', 'xml'] as const) {
    const answer = await app.test(`/${format}`)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    assert.not(Buffer.from(bytes).includes(secret), format)
    if (typeof wanted === 'string') {
      assert.is(answer.status, 500)
      assert.equal(told.splice(0), [`TypeError: ${wanted}`], format)
    } else if (format !== 'xml') {
      const limits = { maxDepth: 32, maxObjects: 100, maxRareKeys: 100 }
      const sent =
        format === 'json' ? JSON.parse(String(Buffer.from(bytes))) : codecs[format].decode(bytes, limits)
      assert.equal(sent, wanted, format)
    } else assert.is(answer.status, 200)
  }
}

test.run()
