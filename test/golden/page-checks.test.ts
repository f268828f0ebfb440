import { type Check, formCheck, jsonCheck, queryCheck } from '@ctxgen/runtime/check'
import { catalogues, inLanguage } from '@ctxgen/runtime/messages'
import { de } from '@ctxgen/runtime/messages/de'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  bindFormParkCar,
  bindJsonParkCar,
  bindQueryParkCar,
  ParkCar,
} from '../../examples/garage-api/src/dto/car.bind.ts'
import { bindJsonSignUp, SignUp } from '../../fixtures/valid/validate-async/dto.bind.ts'
import { bindFormMemberForm, MemberForm } from '../compat/browser/dto/member-form.bind.ts'

const car = { plate: 'B', doors: 3, owner: { name: 'Ann', birth_date: '1990-01-02T00:00:00Z' } }
const member = { name: 'Ann Bo', email: 'a@b.de', password: 'very secret', age: '20', country: 'de' }

/** Each check with its schema in the DTO, and values for both. */
const checks: readonly (readonly [string, Check<unknown, unknown>, Check<unknown, unknown>, unknown[]])[] = [
  [
    'query',
    queryCheck(bindQueryParkCar),
    ParkCar.query,
    [{ dryRun: 'true' }, { dryRun: 'maybe' }, 'a', [], undefined],
  ],
  [
    'form',
    formCheck(bindFormParkCar),
    ParkCar.form,
    [car, { ...car, doors: ['1', 'x'] }, { 'owner[name]': 'A' }, null],
  ],
  [
    'json',
    jsonCheck(bindJsonParkCar),
    ParkCar.json,
    [car, { ...car, doors: '3', owner: [] }, [car], 7, undefined],
  ],
  [
    'form with rules',
    formCheck(bindFormMemberForm),
    MemberForm.form,
    [
      member,
      { ...member, name: 'A', age: '7', tags: ['a', 'b'] },
      { ...member, 'tags[1]': 'a' },
      new FormData(),
    ],
  ],
]

for (const [name, check, schema, values] of checks) {
  test(`${name}: a check is the schema of the DTO without JSON Schema`, () => {
    assert.equal(Object.keys(check['~standard']), ['version', 'vendor', 'validate'])
    for (const value of values)
      assert.equal(check['~standard'].validate(value), schema['~standard'].validate(value))
  })
}

test('a check has the types of its source', () => {
  const result = formCheck(bindFormMemberForm)['~standard'].validate(member)
  if (result.issues !== undefined) throw new Error('the member is valid')
  const { age, plan }: MemberForm = result.value
  assert.equal([age, plan], [20, 'free'])
})

test('asynchronous rules give a promise', async () => {
  const value = { lang: 'de', name: 'user-1', mail: '', tags: [], labels: {}, home: { zip: '1' }, teams: [] }
  const result = jsonCheck(bindJsonSignUp)['~standard'].validate(value)
  assert.instance(result, Promise)
  assert.equal(await result, await SignUp.json['~standard'].validate(value))
})

test('messages in a language', () => {
  const check = inLanguage(formCheck(bindFormMemberForm), catalogues({ de }).choose('de'))
  const { issues } = check['~standard'].validate({ ...member, age: '7' }) as { issues?: unknown }
  assert.equal(issues, [
    { message: 'muss mindestens 18 sein', path: ['age'], code: 'rule', rule: 'min', param: '18' },
  ])
})

test('only a binder of that source will do', () => {
  assert.throws(() => formCheck(() => ({})), 'not a binder that ctxgen has written')
  assert.throws(() => jsonCheck(bindFormParkCar)['~standard'].validate({}), 'another source')
  assert.throws(() => formCheck(bindJsonParkCar)['~standard'].validate({}), 'another source')
})

test.run()
