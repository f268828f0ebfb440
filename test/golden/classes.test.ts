import { App, BindError, ParseError, setParserDecoder } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Transfer } from '../../fixtures/valid/classes/dto.bind.ts'
import { Iban, Ulid } from '../../fixtures/valid/classes/money.ts'
import { bindInput } from '../support/bind-input.ts'

const transfer = {
  id: new Ulid('abc'),
  to: Iban.parse('DE1'),
  others: [Iban.parse('DE2'), null],
  fees: { a: new Ulid('def') },
}

test('an instance is sent as its text, without private fields', () => {
  const text = '{"id":"abc","to":"DE1","others":["DE2",null],"fees":{"a":"def"}}'
  assert.is(Transfer.stringify(transfer), text)
  const input = bindInput({ body: text, contentType: 'application/json' })
  assert.is(Transfer.stringify(Transfer.json(input)), text)
})

test('the schema of a response has text', () => {
  const schema: unknown = Transfer['~standard'].jsonSchema.output({ target: 'draft-2020-12' })
  const properties: unknown = Reflect.get(Object(schema), 'properties')
  assert.equal(Reflect.get(Object(properties), 'id'), { type: 'string' })
  assert.equal(Reflect.get(Object(properties), 'to'), { type: 'string' })
})

test('an instance that lost its text is not sent', async () => {
  const value = { ...transfer, id: Object.assign(new Ulid('abc'), { toJSON: 1 }) as unknown as Ulid }
  const sentence = 'Ulid has no toJSON() or toString() of its own: write one to define its JSON form'
  assert.throws(
    () => Transfer.stringify(value),
    (error: unknown) => error instanceof TypeError && error.message === sentence,
  )
  const app = new App()
  app.get('/', (c) => c.sendString(Transfer.stringify(value)))
  assert.is((await app.test('/')).status, 500)
})

test('a client reads the message of a ParseError, and of no other error', () => {
  const told = (run: () => unknown): unknown => {
    try {
      return run()
    } catch (error) {
      return error instanceof BindError ? error.issues.map(({ message }) => message) : error
    }
  }
  const messages = ['must be a valid Ulid', 'must be a German IBAN']
  assert.equal(
    told(() => Transfer.query(bindInput({ query: 'id=x&to=x' }))),
    messages,
  )
  const body = bindInput({ body: '{"id":"x","to":"x"}', contentType: 'application/json' })
  assert.equal(
    told(() => Transfer.json(body)),
    messages,
  )
})

test("a converter's message reaches the client too, and an empty one is ignored", () => {
  const converter = (text: string): Iban => {
    throw new ParseError(text === 'y' ? '' : 'must be an IBAN of ours')
  }
  setParserDecoder({ parserType: [{ customType: Iban, converter }] })
  try {
    for (const [text, message] of [
      ['x', 'must be an IBAN of ours'],
      ['y', 'must be a valid Iban'],
    ]) {
      assert.throws(
        () => Transfer.query(bindInput({ query: `id=abc&to=${text}` })),
        (error: unknown) => error instanceof BindError && error.issues[0]?.message === message,
      )
    }
  } finally {
    setParserDecoder({})
  }
})

test.run()
