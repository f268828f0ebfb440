import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { cbor } from '../../src/cbor.ts'
import { App, type OwnIssue, ValidationError } from '../../src/index.ts'
import { de } from '../../src/messages/languages/de.ts'
import { catalogues } from '../../src/messages.ts'

const taken: OwnIssue = { path: 'user.e/mail', message: 'is taken' }
const entry = { source: 'body', path: 'user.e/mail', code: 'custom', message: 'is taken' }
const pointed = { ...entry, pointer: '#/user/e~1mail' }

/** A request, the issue of its handler, and the entry of the answer. */
const rows: readonly [name: string, type: string | undefined, body: string, issue: OwnIssue, told: object][] =
  [
    ['JSON', 'application/json; charset=utf-8', '{}', taken, pointed],
    ['JSON by its suffix', 'application/merge-patch+json', '{}', taken, pointed],
    ['CBOR', 'application/cbor', '\xa0', taken, pointed],
    ['a form', 'application/x-www-form-urlencoded', 'a=1', taken, entry],
    ['XML', 'application/xml', '<a/>', taken, entry],
    ['a body that cannot be decoded', 'application/json', 'x', taken, pointed],
    ['no body', undefined, '', taken, { ...entry, source: 'query' }],
    ['a type without a body', 'application/json', '', taken, { ...entry, source: 'query' }],
    ['a rule', undefined, '', { ...taken, rule: 'free' }, { ...entry, source: 'query', rule: 'free' }],
    ['a source', 'application/json', '{}', { ...taken, source: 'uri' }, { ...entry, source: 'uri' }],
    [
      'the whole source',
      'application/json',
      '{}',
      { ...taken, path: '' },
      { source: 'body', code: 'custom', message: 'is taken' },
    ],
  ]

for (const [name, type, body, issue, told] of rows) {
  test(`an issue of a handler's own: ${name}`, async () => {
    const seen: unknown[] = []
    const app = new App({ errors: 'json', cbor: cbor() })
    app.use(async (c) => {
      try {
        await c.next()
      } catch (error) {
        seen.push(error)
        throw error
      }
    })
    app.post('/', (c) => {
      throw ValidationError.of(c, [issue])
    })
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    if (body === 'x') headers['content-encoding'] = 'gzip'
    const sent = body === '' ? {} : { body: Buffer.from(body, 'latin1') }
    const answer = await app.test('/', { method: 'POST', headers, ...sent })
    assert.is(answer.status, 400)
    assert.equal(JSON.parse(await answer.text()).errors, [told])
    const [error] = seen
    assert.instance(error, ValidationError)
    const { source, path, message, property, isOwn } = (error as ValidationError).issues[0] ?? {}
    assert.equal([path, message, property, isOwn], [issue.path, issue.message, issue.path, true])
    assert.ok(source)
  })
}

test('a message of a handler is translated by a catalogue of its app alone', async () => {
  const german = { ...de, custom: { 'is taken': 'ist vergeben' } }
  const app = new App({ messages: catalogues({ de: german }), errors: 'json' })
  app.get('/', (c) => {
    const issues = ['is taken', 'is required'].map((message) => ({ path: 'a', message, rule: 'required' }))
    throw ValidationError.of(c, issues)
  })
  const answer = await app.test('/', { headers: { 'accept-language': 'de' } })
  const { errors } = JSON.parse(await answer.text())
  assert.equal(
    errors.map(({ message }: { message: string }) => message),
    ['ist vergeben', 'is required'],
  )
})

test.run()
