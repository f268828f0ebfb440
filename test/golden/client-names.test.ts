import { App, BindError, type Ctx, problemOf, ValidationError } from '@ctxgen/runtime'
import { catalogues } from '@ctxgen/runtime/messages'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Line, Search, validateSearch } from '../../fixtures/valid/names-in-rules/dto.bind.ts'
import { shipped } from '../support/languages.ts'

interface Told {
  /** The error caught by the handler. */
  readonly error: unknown
  readonly detail: string
  readonly errors: readonly Readonly<Record<string, string>>[]
}

async function told(
  bind: (c: Ctx) => unknown,
  target: string,
  body?: unknown,
  language = 'en',
): Promise<Told> {
  const app = new App({ messages: catalogues(shipped) })
  let error: unknown
  app.post('/:shop_id', (c) => {
    try {
      bind(c)
    } catch (caught) {
      error = caught
      throw caught
    }
  })
  const headers = { 'accept-language': language, 'content-type': 'application/json' }
  const text = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await app.test(target, { method: 'POST', headers, ...text })
  assert.is(response.status, 400)
  return { error, ...((await response.json()) as Omit<Told, 'error'>) }
}

function issuesOf(error: unknown): readonly unknown[] {
  if (error instanceof ValidationError || error instanceof BindError) return error.issues
  throw error
}

test('an issue of a rule names the key sent by the client, and the property', async () => {
  const { error, errors, detail } = await told((c) => c.bind().query(Search), '/1?per_page=500')
  const message = 'must be at most 100'
  const entry = { source: 'query', path: 'per_page', code: 'rule', rule: 'max', param: '100', message }
  assert.equal(issuesOf(error), [{ ...entry, property: 'perPage' }])
  assert.equal(errors, [entry])
  assert.is(detail, `"per_page" ${message}`)
})

test('issues of JSON, those of rules too, have a pointer into the body', async () => {
  const bind = (c: Ctx): unknown => c.bind().json(Search)
  const { errors } = await told(bind, '/1', {
    line_items: [{ sku_code: 'x' }],
    'by.place': { '/.~': 'x' },
  })
  assert.equal(
    errors.map(({ path, pointer }) => [path, pointer]),
    [
      ['line_items.0.sku_code', '#/line_items/0/sku_code'],
      ['by.place./.~', '#/by.place/~1.~0'],
    ],
  )
  const { errors: issues } = await told(bind, '/1', { line_items: [{}], 'by.place': { 'a.b': 1 } })
  assert.equal(
    issues.map(({ path, pointer, message }) => [path, pointer, message]),
    [
      ['by.place.a.b', '#/by.place/a.b', 'must be a string'],
      ['line_items.0.sku_code', '#/line_items/0/sku_code', 'is required'],
    ],
  )
})

test('each of several sources keeps its own names', async () => {
  const body = { page_size: 101, lowest: 5 }
  const { error, errors } = await told((c) => c.bind().all(Search), '/10?per_page=1&price_to=5', body)
  assert.equal(
    errors.map(({ source, path, pointer = '' }) => `${source} ${path} ${pointer}`.trim()),
    ['uri shop_id', 'body page_size #/page_size', 'query price_to', 'query currency'],
  )
  const [, , to, unit] = issuesOf(error) as readonly { readonly message: string; readonly param: string }[]
  // The other property came from another source.
  assert.equal([to?.message, to?.param], ['must be more than lowest', 'from'])
  assert.equal([unit?.message, unit?.param], ['must stand beside lowest', 'from'])
})

test('without a body there is no pointer', async () => {
  const { errors } = await told((c) => c.bind().all(Search, { note: 'a' }), '/1')
  const message = 'must have at least 2 characters'
  assert.equal(errors, [{ source: 'body', path: 'remark', code: 'rule', rule: 'min', param: '2', message }])
})

test("every language names other properties by the client's keys", async () => {
  const bind = (c: Ctx): unknown => c.bind().query(Search)
  for (const language of Object.keys(shipped)) {
    const target = '/1?price_from=5&price_to=5&best_price=1&currency=x'
    const { errors, detail } = await told(bind, target, undefined, language)
    const messages = errors.map(({ message = '' }) => message)
    assert.is(messages.length, 2, language)
    for (const message of messages) {
      assert.match(message, 'price_from', language)
      assert.not.match(message, /must|\bfrom\b/, language)
    }
    assert.match(detail, '"price_to"', language)
  }
})

test('an absent value is reported by property names', () => {
  const issues = validateSearch({ shop: 10, note: 'long', from: 5, to: 5, unit: 'x', lines: [{ sku: 'a' }] })
  const code = 'rule'
  assert.equal(issues, [
    { path: 'shop', message: 'must be at most 9', code, rule: 'max', param: '9', property: 'shop' },
    { path: 'to', message: 'must be more than from', code, rule: 'gtfield', param: 'from', property: 'to' },
    {
      path: 'lines.0.sku',
      code,
      message: 'must have at least 3 characters',
      rule: 'min',
      param: '3',
      property: 'lines.0.sku',
    },
  ])
})

test('Standard Schema uses the names of JSON, of types and of rules', () => {
  const pathsOf = (value: unknown): readonly unknown[] | undefined => {
    const result = Search['~standard'].validate(value)
    return result.issues?.map(({ path }) => path)
  }
  assert.equal(
    pathsOf({ shop: 1, page_size: 'x', line_items: [{ sku_code: 1 }], 'by.place': { 'a.b': 1 } }),
    [['page_size'], ['line_items', '0', 'sku_code'], ['by.place', 'a.b']],
  )
  assert.equal(
    pathsOf({ shop: 1, page_size: 101, line_items: [{ sku_code: 'a' }], 'by.place': { 'a.b': 'x' } }),
    [['page_size'], ['line_items', '0', 'sku_code'], ['by.place', 'a.b']],
  )
})

test('values from a custom binder use property names', async () => {
  const app = new App()
  const parse = (_c: Ctx, out: object): void => void Object.assign(out, { sku: 'a' })
  app.registerCustomBinder({ name: 'own', mimeTypes: ['application/json'], parse })
  const seen: unknown[] = []
  app.post('/', (c) => {
    for (const bind of [() => c.bind().body(Line), () => c.bind().all(Line)]) {
      try {
        bind()
      } catch (error) {
        seen.push(problemOf(error).errors)
      }
    }
    return c.sendStatus(204)
  })
  await app.test('/', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  const message = 'must have at least 3 characters'
  const entry = { source: 'body', path: 'sku', code: 'rule', rule: 'min', param: '3', message }
  assert.equal(seen, [[entry], [entry]])
})

test('the list of issues of rules is capped, too', async () => {
  const parts = Array.from({ length: 50_000 }, () => ({ sku_code: '' }))
  const many = { line_items: [{ sku_code: 'abc', parts_of: parts }] }
  const { error, errors } = await told((c) => c.bind().json(Search), '/1', many)
  const paths = issuesOf(error).map((issue) => (issue as { readonly path: string }).path)
  assert.is(paths.length, 1000)
  assert.ok(errors.length > 300 && errors.length < 1000)
  const key = 'k'.repeat(1_000_000)
  const long = { 'by.place': { [key]: 'x', [`${key}2`]: 'x' } }
  const { error: cut } = await told((c) => c.bind().json(Search), '/1', long)
  assert.is(issuesOf(cut).length, 1)
})

test.run()
