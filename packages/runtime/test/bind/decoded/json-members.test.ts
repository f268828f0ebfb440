import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { JsonMembers } from '../../../src/bind/decoded/json-members.ts'
import { jsonInt, jsonString } from '../../../src/bind/decoded/json-values.ts'
import { declared, dense, present } from '../../../src/bind/reading/into.ts'
import { Reading } from '../../../src/bind/reading/reading.ts'
import { bodyInput } from '../body-input.ts'

interface Part {
  readonly id: number
  readonly label?: string
  readonly note?: string | null
}

const members = new JsonMembers<Part>(
  ['id', 'id', jsonInt, null],
  ['name', 'label', jsonString],
  ['note', 'note', (value, key, at) => (value === null ? null : jsonString(value, key, at)), null],
)

function read(json: Record<string, unknown>, ownsBody = false): { some: object; at: Reading } {
  const at = new Reading(bodyInput('', ''))
  at.ownsBody = ownsBody
  return { some: members.read(json, at), at }
}

test('a value decoded elsewhere stays unchanged', () => {
  const json = Object.freeze({ id: -0, note: null })
  const { some } = read(json)
  assert.is.not(some, json)
  assert.ok(Object.is(Reflect.get(some, 'id'), 0))
  assert.ok(Object.is(json.id, -0))
})

test('our own body is read in place if its keys are the properties', () => {
  const json = { id: 1, note: 'a' }
  assert.is(read(json, true).some, json)
})

test('members under other names, unknown ones and absent ones make another object', () => {
  for (const ownsBody of [false, true]) {
    assert.equal(read({ id: 1, name: 'a', x: 2 }, ownsBody).some, { id: 1, label: 'a' })
    assert.equal(read({ x: 2, id: 1, note: null }, ownsBody).some, { id: 1, note: null })
    assert.equal(read({ id: 1, name: null, note: undefined }, ownsBody).some, { id: 1 })
    assert.equal(read(JSON.parse('{"id":1,"__proto__":{"label":"x"}}'), ownsBody).some, { id: 1 })
  }
})

test('each issue is reported once, in the order of the keys', () => {
  const { at } = read({ name: 1, x: 1, note: 2, id: null })
  assert.equal(
    at.issues().map(({ path }) => path),
    ['name', 'note', 'id'],
  )
})

test('of several drafts the first with a property supplies it', () => {
  assert.equal(present<Part, keyof Part>({ id: 1 }, { id: 2, label: 'b' }), { id: 1, label: 'b' })
  const only = { id: 1 }
  assert.is(present<Part, keyof Part>(only), only)
})

test('a dense draft omits undefined values, and a declared one unknown keys', () => {
  assert.equal(Object.keys(dense({ id: undefined, label: 'a', note: null })), ['label', 'note'])
  assert.equal(declared({ id: 1, secret: 2, label: undefined }, ['id', 'label']), { id: 1 })
})

test.run()
