import { pathToFileURL } from 'node:url'
import { generate } from '@ctxgen/codegen'
import { App, type SentDto } from '@ctxgen/runtime'
import { cbor } from '@ctxgen/runtime/cbor'
import { msgpack } from '@ctxgen/runtime/msgpack'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inTempProject } from '../support/temp-project.ts'

const source = `
import type { int, int64 } from '@ctxgen/runtime'
export class Plate {
  readonly text: string
  constructor(text: string) { this.text = text }
  static parse(text: string): Plate { return new Plate(text) }
  toString(): string { return this.text }
}
export enum Level { low = 'low', high = 'high' }
export interface Owner { id: string; email?: string }
/** @response */ export interface Car {
  name?: string
  doors?: int | null
  used?: boolean
  level?: Level | 'none'
  serial?: int64
  built?: Date
  photo?: Uint8Array
  plate?: Plate
  tags?: string[]
  grid?: int[][]
  prices?: Record<string, int>
  byYear?: Record<int, Owner>
  owner?: Owner
  owners?: Owner[]
  byName?: Record<string, Owner>
  place?: [int, Owner]
  points?: [string, ...int[]]
  more?: unknown
}
/** @response */ export type Names = string[]
/** @response */ export interface Open { id: string; [key: string]: string }
/** @response */ export interface Wide { a: string; b: string; c: string; d: string; e: string; f: string; g: string; h: string; i: string }
`

const unions = `
export interface Owner { id: string }
/** @response */ export type Moment = Date | Owner[]
/** @response */ export type Photo = Uint8Array | Owner[]
/** @response */ export type Lone = { only: Owner }
`

const secret = 'SECRET'
const row = { id: 'i', secret, toJSON: () => ({ secret }) }
const members = 'an object with the members "id", "secret", "toJSON"'
const call = Object.assign(() => secret, { toJSON: () => ({ secret }) })

/** The DTO, a value, and the rest of the error in the log. */
type Row = readonly [dto: string, value: unknown, told: string]

const rows: readonly Row[] = [
  ['Car', { name: row }, ` at name cannot be sent: expected a scalar of Car, got ${members}`],
  ['Car', { doors: [secret] }, ' at doors cannot be sent: expected a scalar of Car, got a list of 1'],
  ['Car', { used: call }, ' at used cannot be sent: expected a scalar of Car, got a function'],
  ['Car', { level: row }, ` at level cannot be sent: expected a scalar of Car, got ${members}`],
  ['Car', { serial: row }, ` at serial cannot be sent: expected a scalar, got ${members}`],
  ['Car', { built: row }, ` at built cannot be sent: expected a Date, got ${members}`],
  ['Car', { built: '2020-01-01' }, ' at built cannot be sent: expected a Date, got a string'],
  ['Car', { name: 'x', built: 'x' }, ' at name or built cannot be sent: expected a Date, got a string'],
  ['Car', { photo: row }, ` at photo cannot be sent: expected bytes, got ${members}`],
  ['Car', { photo: [1, 2] }, ' at photo cannot be sent: expected bytes, got a list of 2'],
  ['Car', { plate: row }, ` at plate cannot be sent: expected an instance of a class, got ${members}`],
  ['Car', { plate: 'ZH 1' }, ' at plate cannot be sent: expected an instance of a class, got a string'],
  ['Car', { tags: row }, ` at tags cannot be sent: expected a list, got ${members}`],
  ['Car', { tags: 'ab' }, ' at tags cannot be sent: expected a list, got a string'],
  ['Car', { tags: ['a', row] }, ` at tags.1 cannot be sent: expected a scalar, got ${members}`],
  ['Car', { grid: [[1], [row]] }, ` at grid.1.0 cannot be sent: expected a scalar, got ${members}`],
  ['Car', { prices: [1] }, ' at prices cannot be sent: expected an object, got a list of 1'],
  ['Car', { prices: { a: row } }, ` at prices.a cannot be sent: expected a scalar, got ${members}`],
  ['Car', { byYear: [1] }, ' at byYear cannot be sent: expected an object, got a list of 1'],
  ['Car', { byYear: 'x' }, ' at byYear cannot be sent: expected an object, got a string'],
  ['Car', { byYear: { 2024: 'x' } }, ' at byYear.2024 cannot be sent: expected Owner, got a string'],
  ['Car', { owner: [row] }, ' at owner cannot be sent: expected Owner, got a list of 1'],
  ['Car', { owner: 'ann' }, ' at owner cannot be sent: expected Owner, got a string'],
  [
    'Car',
    { owner: { id: 'i', email: row } },
    ` at owner.email cannot be sent: expected a scalar of Owner, got ${members}`,
  ],
  ['Car', { owners: [null] }, ' at owners.0 cannot be sent: expected Owner, got null'],
  ['Car', { byName: { ann: [row] } }, ' at byName.ann cannot be sent: expected Owner, got a list of 1'],
  ['Car', { place: row }, ` at place cannot be sent: expected Car.place, got ${members}`],
  [
    'Car',
    { place: [row, { id: 'i' }] },
    ` at place.0 cannot be sent: expected a scalar of Car.place, got ${members}`,
  ],
  ['Car', { points: ['a', 1, row] }, ` at points.2 cannot be sent: expected a scalar, got ${members}`],
  ['Car', [row], ' cannot be sent: expected Car, got a list of 1'],
  ['Names', row, ` cannot be sent: expected a list, got ${members}`],
  ['Names', [row], ` at 0 cannot be sent: expected a scalar, got ${members}`],
  ['Open', { id: 'i', other: row }, ` at other cannot be sent: expected a scalar, got ${members}`],
  ['Wide', { i: row }, ` at i cannot be sent: expected a scalar of Wide, got ${members}`],
]

/** Scalars of another type are sent as they are, and so is an unknown value; methods of a record are dropped. */
const sent: readonly (readonly [dto: string, value: unknown, json: object | string])[] = [
  [
    'Car',
    { name: 5, doors: 'two', used: null, tags: [1, null], prices: { a: 'x' } },
    {
      name: 5,
      doors: 'two',
      used: null,
      tags: [1, null],
      prices: { a: 'x' },
    },
  ],
  ['Car', { prices: { a: 1, call } }, { prices: { a: 1 } }],
  ['Car', { more: { a: [{ b: 1 }] }, owner: { id: 7 } }, { more: { a: [{ b: 1 }] }, owner: { id: 7 } }],
]

test('an object where a type declares another kind is an error for the log, in every format', () =>
  inTempProject(async (project) => {
    project.write({ 'dto.ts': source })
    const { diagnostics } = await generate({ inputs: [project.at('dto.ts')], cwd: project.path })
    assert.equal(diagnostics, [])
    const generated = await import(pathToFileURL(project.at('dto.bind.ts')).href)
    for (const [name, value, told] of rows) await refuses(generated[name], value, told)
    for (const [name, value, json] of sent) assert.equal(JSON.parse(generated[name].stringify(value)), json)
  }))

test('a date or bytes of a union are one text of XML, and an object is always in <root>', () =>
  inTempProject(async (project) => {
    project.write({ 'dto.ts': unions })
    await generate({ inputs: [project.at('dto.ts')], cwd: project.path })
    const { Moment, Photo, Lone } = await import(pathToFileURL(project.at('dto.bind.ts')).href)
    const app = new App()
    app.get('/moment', (c) => c.xml(new Date(0), Moment))
    app.get('/photo', (c) => c.xml(Uint8Array.of(1, 2), Photo))
    app.get('/lone', (c) => c.xml({ only: { id: 'i' } }, Lone))
    const textOf = async (path: string): Promise<string> => (await app.test(path)).text()
    assert.is(await textOf('/moment'), '<string>1970-01-01T00:00:00.000Z</string>')
    assert.is(await textOf('/photo'), '<string>AQI=</string>')
    assert.is(await textOf('/lone'), '<root><only><id>i</id></only></root>')
  }))

async function refuses(dto: SentDto<unknown>, value: unknown, wanted: string): Promise<void> {
  const told: string[] = []
  const onError = (error: unknown): void => void told.push(String(error))
  const app = new App({ msgPack: msgpack(), cbor: cbor(), onError })
  app.get('/json', (c) => c.json(value, dto))
  app.get('/cbor', (c) => c.cbor(value, dto))
  app.get('/msgPack', (c) => c.msgPack(value, dto))
  app.get('/xml', (c) => c.xml(value, dto))
  for (const format of ['json', 'cbor', 'msgPack', 'xml']) {
    const answer = await app.test(`/${format}`)
    assert.is(answer.status, 500, `${format} ${wanted}`)
    assert.not((await answer.text()).includes(secret), format)
    assert.equal(told.splice(0), [`TypeError: the value${wanted}`], format)
  }
}

test.run()
