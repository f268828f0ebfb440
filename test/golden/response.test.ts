import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { App } from '@ctxgen/runtime'
import { cbor } from '@ctxgen/runtime/cbor'
import { msgpack } from '@ctxgen/runtime/msgpack'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type {
  CarAnswer as CarAnswerDto,
  Note as NoteDto,
  Parcel as ParcelDto,
  Visit as VisitDto,
} from '../../fixtures/valid/response/dto.bind.ts'
import { root } from '../support/fixture-folders.ts'

type Generated = typeof import('../../fixtures/valid/response/dto.bind.ts')

const generated: Generated = await import(
  pathToFileURL(join(root, 'fixtures/valid/response/dto.bind.ts')).href
)
const { CarAnswer, Note, Parcel, stringifyCarAnswer, stringifyNote, stringifyVisit, sendJsonNote, Visit } =
  generated
const draft = { target: 'draft-2020-12' }

const car: CarAnswerDto = {
  id: 7,
  name: 'Ann',
  chassis: 'secret',
  owner: { born: new Date(0), password: 'secret' },
  seen: [new Date(0)],
  mileage: 9007199254740993n,
}

test('a response has the declared properties under their JSON names', () => {
  const row = { ...car, passwordHash: 'secret' }
  assert.is(
    stringifyCarAnswer(row),
    '{"id":7,"full_name":"Ann","owner":{"birth_date":"1970-01-01T00:00:00.000Z"},' +
      '"seen":["1970-01-01T00:00:00.000Z"],"mileage":9007199254740993}',
  )
})

test('a property read only from headers or cookies is not sent', () => {
  const visit: VisitDto = { requestId: 'r', session: 's', page: 2, at: new Date(0) }
  assert.is(stringifyVisit(visit), '{"page":2,"seen_at":"1970-01-01T00:00:00.000Z"}')
  assert.equal(Object.keys(propertiesOf(Visit['~standard'].jsonSchema.output(draft))), ['page', 'seen_at'])
})

test('a response is sent as JSON', () => {
  const note: NoteDto = { text: 'a' }
  const sent: string[] = []
  const c = {
    set: (name: string, value: string) => sent.push(`${name}: ${value}`),
    sendString: (text: string) => sent.push(text),
  }
  sendJsonNote(c, note)
  assert.equal(sent, ['Content-Type: application/json; charset=utf-8', stringifyNote(note)])
})

test('the schema of a response requires the members that every value has', () => {
  const { required } = CarAnswer['~standard'].jsonSchema.output(draft)
  assert.equal(required, ['id', 'full_name', 'seen', 'mileage'])
  assert.equal(CarAnswer['~standard'].validate({ id: '7' }), { value: { id: 7 } })
  assert.type(Note['~standard'].validate, 'function')
})

test('no response code is generated without @response', async () => {
  const query = await import(pathToFileURL(join(root, 'fixtures/valid/query-scalars/dto.bind.ts')).href)
  const names = Object.keys(query).filter((name) => /^(stringify|sendJson)/.test(name))
  assert.equal(names, [])
})

const receiver = { name: 'Ann', since: new Date(0), password: 'secret' }
const parcel: ParcelDto & { secret: string } = {
  id: 9007199254740993n,
  sent: new Date(0),
  notes: ['fragile'],
  code: 'secret',
  label: new Uint8Array([1, 2]),
  to: [receiver],
  from: null,
  depot: { number: 4 },
  secret: 'secret',
}
const codecs = { msgPack: msgpack(), cbor: cbor() }
const app = new App(codecs)
app.get('/json', (c) => c.json(parcel, Parcel))
app.get('/xml', (c) => c.xml(parcel, Parcel))
app.get('/msgpack', (c) => c.msgPack(parcel, Parcel))
app.get('/cbor', (c) => c.cbor(parcel, Parcel))
app.get('/send', (c) => Parcel.send(c, parcel))
app.get('/type', (c) => c.json({ a: 1 }, 'application/vnd.a+json'))

const json =
  '{"parcel_id":9007199254740993,"sent":"1970-01-01T00:00:00.000Z","notes":["fragile"],"label":"AQI=",' +
  '"to":[{"full_name":"Ann","since":"1970-01-01T00:00:00.000Z"}],"from":null,"depot":{"depot_no":4}}'

test('a DTO in second place sends its properties and no others, under the names of the format', async () => {
  for (const path of ['/json', '/send']) {
    const answer = await app.test(path)
    assert.is(answer.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.is(await answer.text(), json)
  }
  assert.is(
    await (await app.test('/xml')).text(),
    '<root><parcel_id>9007199254740993</parcel_id><Sent>1970-01-01T00:00:00.000Z</Sent><notes>fragile</notes>' +
      '<label>AQI=</label><to><full_name>Ann</full_name><since>1970-01-01T00:00:00.000Z</since></to>' +
      '<depot><depot_no>4</depot_no></depot></root>',
  )
})

test('MessagePack and CBOR get dates, bytes and big integers', async () => {
  const label = new Uint8Array([1, 2])
  const shared = { label, from: null, depot: { depot_no: 4 } }
  assert.equal(await decoded('/msgpack', codecs.msgPack), {
    i: 9007199254740993n,
    sent: new Date(0),
    to: [{ n: 'Ann', since: new Date(0) }],
    ...shared,
  })
  assert.equal(await decoded('/cbor', codecs.cbor), {
    parcel_id: 9007199254740993n,
    at: new Date(0),
    notes: ['fragile'],
    to: [{ full_name: 'Ann', since: new Date(0) }],
    ...shared,
  })
})

test('a text in second place stays the content type', async () => {
  assert.is((await app.test('/type')).headers.get('content-type'), 'application/vnd.a+json')
})

test('other frameworks get a Response', async () => {
  const answer = Parcel.response(parcel, { status: 201, headers: { 'X-Id': '7' } })
  assert.is(answer.status, 201)
  assert.is(answer.headers.get('x-id'), '7')
  assert.is(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.is(await answer.text(), json)
  const typed = Parcel.response(parcel, { headers: { 'Content-Type': 'application/vnd.parcel+json' } })
  assert.is(typed.headers.get('content-type'), 'application/vnd.parcel+json')
})

test('the value must be that of the DTO, and the DTO one that is sent', async () => {
  const { SignUp } = await import('../../fixtures/valid/body-formats/dto.bind.ts')
  const wrong = new App({ onError: () => {} })
  wrong.get('/value', (c) => {
    // @ts-expect-error a note is not a parcel
    c.json({ text: 'a' }, Parcel)
  })
  wrong.get('/dto', (c) => {
    // @ts-expect-error nothing sends the DTO
    c.json({}, SignUp)
  })
  wrong.get('/promise', (c) => {
    // @ts-expect-error a promise
    c.json(Promise.resolve(parcel), Parcel)
  })
  for (const path of ['/value', '/dto', '/promise']) assert.is((await wrong.test(path)).status, 500)
})

async function decoded(path: string, codec: typeof codecs.msgPack | typeof codecs.cbor): Promise<unknown> {
  const bytes = new Uint8Array(await (await app.test(path)).arrayBuffer())
  return codec.decode(bytes, { maxDepth: 32, maxObjects: 100, maxRareKeys: 100 })
}

function propertiesOf(schema: Readonly<Record<string, unknown>>): object {
  return schema['properties'] as object
}

test.run()
