import { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { SignUp, stringifySignUp, validateSignUp } from '../../fixtures/valid/transform/dto.bind.ts'

const sent = { email: ' A@B.De ', tags: ['x'], note: ' n ' }
const read = { email: 'a@b.de', tags: ['X'], note: 'n' }

test('a Standard Schema transforms, and leaves its input as it was', async () => {
  const given = structuredClone(sent)
  assert.equal(await SignUp['~standard'].validate(given), { value: read })
  assert.equal(given, sent)
  assert.equal(await SignUp['~standard'].validate({ email: '  a ', tags: ['x', 'X'] }), {
    issues: [
      { message: 'must have at least 3 characters', path: ['email'], code: 'rule', rule: 'min', param: '3' },
      { message: 'must have no two equal values', path: ['tags'], code: 'rule', rule: 'unique' },
    ],
  })
})

test('validateX and answers keep the text', () => {
  const value = SignUp['~standard'].validate(sent)
  if (value instanceof Promise || value.issues !== undefined) throw new Error('a value was expected')
  const own = { ...value.value, note: ' n ', tags: ['x', 'X'] }
  assert.equal(validateSignUp(own), [])
  assert.is(stringifySignUp(own), '{"email":"a@b.de","tags":["x","X"],"note":" n "}')
  assert.equal(own.tags, ['x', 'X'])
})

test('c.bind() transforms', async () => {
  const app = new App()
  app.post('/', (c) => c.json(c.bind().body(SignUp)))
  const answer = await app.fetch(
    new Request('http://a/', {
      method: 'POST',
      body: JSON.stringify(sent),
      headers: { 'Content-Type': 'application/json' },
    }),
  )
  assert.equal(await answer.json(), read)
})

test.run()
