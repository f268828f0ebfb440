import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type AppConfig, BindError, type Ctx, ValidationError } from '../../src/index.ts'
import { minStringRule, requiredRule } from '../../src/messages/english-rules.gen.ts'
import { de } from '../../src/messages/languages/de.ts'
import { catalogues } from '../../src/messages.ts'
import { ruleIssue } from '../support/rule-issue.ts'
import { untyped } from '../support/untyped-handler.ts'

const messages = catalogues({ de })

const tooShort = ruleIssue('name', minStringRule, '3')

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
  throw new ValidationError([tooShort, ruleIssue('mail', requiredRule)])
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
        code: 'rule',
        rule: 'min',
        param: '3',
        message: 'muss mindestens 3 Zeichen haben',
      },
      { path: 'mail', code: 'rule', rule: 'required', message: 'ist erforderlich' },
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
  assert.equal(errors, [{ source: 'body', code: 'syntax', message: 'ist kein gültiges JSON' }])
  const auto = await answer((c) => c.bind().withAutoHandling().json(), { 'accept-language': 'de' })
  assert.is(JSON.parse(auto.text).detail, 'body ist kein gültiges JSON')
})

test('a message of the user stays as it is, whatever it resembles', async () => {
  const own = ['must be a whole number', 'must be one of my favourite things', 'is required']
  for (const message of own) {
    const { text } = await answer(
      () => {
        throw new BindError([{ source: 'query', path: 'page', message }])
      },
      { 'accept-language': 'de' },
    )
    const entry = { source: 'query', path: 'page', code: 'custom', message }
    assert.equal(JSON.parse(text).errors, [entry])
    const rule = { path: 'a', property: 'a', rule: 'required', code: 'rule' as const, message }
    const broken = await answer(() => Promise.reject(new ValidationError([rule])), {
      'accept-language': 'de',
    })
    assert.is(JSON.parse(broken.text).errors[0].message, message)
  }
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

test('an answer of more errors than it has room for counts them all', async () => {
  const issues = Array.from({ length: 900 }, (_, i) => ruleIssue(`names.${i}`, minStringRule, '3'))
  const { text } = await answer(() => Promise.reject(new ValidationError(issues)), {})
  assert.ok(Buffer.byteLength(text) < 64 * 1024)
  const { errors, detail } = JSON.parse(text)
  assert.ok(errors.length > 400 && errors.length < 900)
  assert.match(detail, '(and 899 more)')
  const german = await answer(() => Promise.reject(new ValidationError(issues)), { 'accept-language': 'de' })
  assert.match(JSON.parse(german.text).detail, '(und 899 weitere Fehler)')
})

test.run()
