import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ParkCar } from '../../examples/garage-api/src/dto/car.bind.ts'

test('a record of texts is read like a query string', () => {
  const { validate } = ParkCar.query['~standard']
  assert.equal(validate({ dryRun: 'true' }), { value: { dryRun: true } })
  assert.equal(validate({ dryRun: ['0', '1'] }), { value: { dryRun: true } })
  assert.equal(validate({}), { value: { dryRun: false } })
  assert.equal(validate(undefined), { value: { dryRun: false } })
  assert.equal(validate(new URLSearchParams('dryRun=1')), { value: { dryRun: true } })
  assert.equal(validate({ dryRun: 'maybe' }), {
    issues: [{ message: 'must be true or false', path: ['dryRun'], code: 'type', expected: 'boolean' }],
  })
  assert.equal(validate('dryRun=1'), {
    issues: [{ message: 'must be an object', path: [], code: 'type', expected: 'object' }],
  })
})

test('so are headers, cookies and route parameters', () => {
  assert.equal(ParkCar.uri['~standard'].validate({ garage: '7' }), { value: { garage: 7 } })
  assert.equal(ParkCar.uri['~standard'].validate({}), {
    issues: [{ message: 'is required', path: ['garage'], code: 'missing' }],
  })
  const headers = new Headers({ 'x-request-id': 'r1' })
  assert.equal(ParkCar.header['~standard'].validate(headers), { value: { requestId: 'r1' } })
  assert.equal(ParkCar.header['~standard'].validate({ 'X-REQUEST-ID': 'r1' }), { value: { requestId: 'r1' } })
  assert.equal(ParkCar.cookie['~standard'].validate({ session: 's=1' }), { value: { session: 's=1' } })
})

test('a form is a FormData, or a record with its names or with objects', () => {
  const { validate } = ParkCar.form['~standard']
  const owner = { name: 'Ann', birthDate: new Date('1990-01-02T00:00:00Z') }
  const value = { plate: 'B', doors: 3, colour: 'unknown', owner, drivers: [{ name: 'Bo' }] }
  const form = new FormData()
  const names = {
    plate: 'B',
    doors: '3',
    'owner[name]': 'Ann',
    'owner.birth_date': '1990-01-02T00:00:00Z',
    'extra_drivers[0][name]': 'Bo',
  }
  for (const [name, text] of Object.entries(names)) form.append(name, text)
  assert.equal(validate(form), { value })
  assert.equal(validate(names), { value })
  const nested = { name: 'Ann', birth_date: new Date('1990-01-02T00:00:00Z') }
  assert.equal(validate({ plate: 'B', doors: 3, owner: nested, extra_drivers: [{ name: 'Bo' }] }), { value })
  assert.equal(validate({ plate: 'B', doors: '300', owner: { birth_date: 'x' } }), {
    issues: [
      { message: 'must be a whole number from 0 to 255', path: ['doors'], code: 'range' },
      {
        message: 'must be a date and time (RFC 3339)',
        path: ['owner', 'birth_date'],
        code: 'type',
        expected: 'date',
      },
      { message: 'is required', path: ['owner', 'name'], code: 'missing' },
    ],
  })
})

test('a body is decoded, unless it is pairs', () => {
  const { validate } = ParkCar.body['~standard']
  const value = { plate: 'B', doors: 3, colour: 'red', owner: { name: 'Ann' } }
  assert.equal(validate(value), { value })
  assert.equal(validate(new URLSearchParams('plate=B&doors=3&colour=red&owner.name=Ann')), { value })
  assert.equal(ParkCar['~standard'].validate(value), { value })
  assert.equal(validate({ ...value, doors: '3' }), {
    issues: [
      { message: 'must be a whole number from 0 to 255', path: ['doors'], code: 'type', expected: 'uint8' },
    ],
  })
})

test.run()
