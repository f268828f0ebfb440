import { formCheck } from '@ctxgen/runtime/check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { app } from '../../fixtures/client/parking/app.ts'
import * as client from '../../fixtures/client/parking/client.ts'
import { bindFormNote } from '../../fixtures/client/parking/dto.bind.ts'

const api = { fetch: app.fetch }
const { fieldErrors } = client

test('the issues of an answer have the names of the input', async () => {
  const owner = { name: 'Ann', birthDate: new Date('2001-02-03T04:05:06.007Z') }
  const input = { garage: 7, plate: 'far too long a plate', mileage: 1n, owner }
  const answer = await client.parkCar(api, input)
  if (answer.ok) throw new Error('it is too long')
  assert.equal(fieldErrors(answer.problem, client.parkCarNames), {
    plate: 'must have at most 10 characters',
  })
  assert.equal(client.parkCarNames, {
    'X-Request-Id': 'requestId',
    odometer: 'mileage',
    'owner.birth_date': 'birthDate',
  })
})

test('a form that its DTO has checked is an input', async () => {
  const form = new FormData()
  form.set('text', 'hello')
  form.append('tags', 'a')
  form.append('tags', 'b')
  const result = formCheck(bindFormNote)['~standard'].validate(form)
  if (result.issues !== undefined) throw new Error('it fits')
  const answer = await client.addNote(api, result.value)
  assert.equal(answer.ok && answer.body, { text: 'hello', tags: ['a', 'b'] })
  form.delete('text')
  const { issues = [] } = formCheck(bindFormNote)['~standard'].validate(form)
  assert.equal(
    issues.map(({ path }) => path),
    [['text']],
  )
})

test('names are those of properties at every depth, and a body that is one value is a property', () => {
  const issue = (path: string, source: 'body' | 'header' = 'body'): client.Issue => ({
    source,
    path,
    code: 'type',
    message: `${path} is wrong`,
  })
  const problem = {
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    errors: [
      issue('lines.10.unit_price'),
      issue('lines.10.unit_price'),
      issue('X-A', 'header'),
      issue(''),
      issue('__proto__'),
    ],
  }
  const names = { lines: 'rows', 'lines.*.unit_price': 'unitPrice', 'X-A': 'a' }
  const found = fieldErrors(problem, names)
  assert.equal(Object.entries(found), [
    ['rows.10.unitPrice', 'lines.10.unit_price is wrong'],
    ['a', 'X-A is wrong'],
    ['', ' is wrong'],
    ['__proto__', '__proto__ is wrong'],
  ])
  assert.equal(Object.keys(fieldErrors(problem, { '': 'body' })).slice(0, 3), [
    'body.lines.10.unit_price',
    'X-A',
    'body',
  ])
  assert.equal(fieldErrors(undefined), {})
})

test.run()
