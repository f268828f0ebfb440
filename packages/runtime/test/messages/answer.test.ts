import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  App,
  type AppConfig,
  BindError,
  type Ctx,
  ValidationError,
  type ValidationIssue,
} from '../../src/index.ts'
import { de } from '../../src/messages/de.ts'
import { catalogues } from '../../src/messages.ts'
import { untyped } from '../support/untyped-handler.ts'

const messages = catalogues({ de })

const tooShort: ValidationIssue = {
  path: 'name',
  property: 'name',
  rule: 'min',
  param: '3',
  message: 'must have at least 3 characters',
}

async function answer(
  handler: (c: Ctx) => unknown,
  headers: Readonly<Record<string, string>>,
  config: AppConfig = { messages },
): Promise<{ readonly text: string; readonly head: Headers }> {
  const app = new App(config)
  app.post('/', untyped(handler))
  const response = await app.test('/', { method: 'POST', headers, body: '{' })
  assert.is(response.status, 400)
  return { text: await response.text(), head: response.headers }
}

const invalid = (): never => {
  throw new ValidationError([
    tooShort,
    { path: 'mail', rule: 'required', message: 'is required', property: 'mail' },
  ])
}

test('the language of the client, and its headers', async () => {
  const { text, head } = await answer(invalid, { 'accept-language': 'de-AT' })
  assert.equal(JSON.parse(text), {
    type: 'about:blank',
    title: 'Ungültige Anfrage',
    status: 400,
    detail: '"name" muss mindestens 3 Zeichen haben (und ein weiterer Fehler)',
    errors: [
      {
        path: 'name',
        rule: 'min',
        param: '3',
        message: 'muss mindestens 3 Zeichen haben',
      },
      { path: 'mail', rule: 'required', message: 'ist erforderlich' },
    ],
  })
  assert.is(head.get('content-language'), 'de')
  assert.is(head.get('vary'), 'Accept-Language, Accept')
})

test('English for all others', async () => {
  const { text, head } = await answer(invalid, { 'accept-language': 'it' })
  const { title, detail, errors } = JSON.parse(text)
  assert.is(title, 'Bad Request')
  assert.is(detail, '"name" must have at least 3 characters (and 1 more)')
  assert.is(errors[0].message, tooShort.message)
  assert.is(head.get('content-language'), 'en')
})

test('without catalogues none of these', async () => {
  const { text, head } = await answer(invalid, { 'accept-language': 'de' }, {})
  assert.match(text, 'must have at least 3 characters')
  assert.is(head.get('content-language'), null)
  assert.is(head.get('vary'), 'Accept')
})

test('plain text as well', async () => {
  const { text } = await answer(invalid, { 'accept-language': 'de', accept: 'text/plain' })
  assert.is(text, '"name" muss mindestens 3 Zeichen haben (und ein weiterer Fehler)')
})

test('unreadable input', async () => {
  const { text } = await answer((c) => c.bind().json(), { 'accept-language': 'de' })
  const { detail, errors } = JSON.parse(text)
  assert.is(detail, 'body ist kein gültiges JSON')
  assert.equal(errors, [{ source: 'body', message: 'ist kein gültiges JSON' }])
  const auto = await answer((c) => c.bind().withAutoHandling().json(), { 'accept-language': 'de' })
  assert.is(JSON.parse(auto.text).detail, 'body ist kein gültiges JSON')
  const named = await answer(
    () => {
      throw new BindError([{ source: 'query', path: 'page', message: 'must be a whole number' }])
    },
    { 'accept-language': 'de' },
  )
  assert.is(JSON.parse(named.text).detail, '"page" muss eine ganze Zahl sein')
})

test('the error itself stays English', async () => {
  const seen: unknown[] = []
  const errorHandler = (c: Ctx, err: unknown): void => {
    seen.push(err)
    c.sendStatus(400)
  }
  await answer(invalid, { 'accept-language': 'de' }, { messages, errorHandler })
  assert.is((seen[0] as ValidationError).issues[0]?.message, tooShort.message)
})

test('an answer of more errors than it holds says how many there are', async () => {
  const issues = Array.from({ length: 900 }, (_, i) => ({
    ...tooShort,
    path: `names.${i}`,
    property: `names.${i}`,
  }))
  const { text } = await answer(() => Promise.reject(new ValidationError(issues)), {})
  assert.ok(Buffer.byteLength(text) < 64 * 1024)
  const { errors, detail } = JSON.parse(text)
  assert.ok(errors.length > 400 && errors.length < 900)
  assert.match(detail, '(and 899 more)')
  const german = await answer(() => Promise.reject(new ValidationError(issues)), { 'accept-language': 'de' })
  assert.match(JSON.parse(german.text).detail, '(und 899 weitere Fehler)')
})

test.run()
