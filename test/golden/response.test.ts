import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type {
  CarAnswer as CarAnswerDto,
  Note as NoteDto,
  Visit as VisitDto,
} from '../../fixtures/valid/response/dto.bind.ts'
import { root } from '../support/fixture-folders.ts'

type Generated = typeof import('../../fixtures/valid/response/dto.bind.ts')

const generated: Generated = await import(
  pathToFileURL(join(root, 'fixtures/valid/response/dto.bind.ts')).href
)
const { CarAnswer, Note, stringifyCarAnswer, stringifyNote, stringifyVisit, sendJsonNote, Visit } = generated
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

function propertiesOf(schema: Readonly<Record<string, unknown>>): object {
  return schema['properties'] as object
}

test.run()
