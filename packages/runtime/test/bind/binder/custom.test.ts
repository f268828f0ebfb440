import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { customBody } from '../../../src/bind/binder/custom-binder.ts'
import { Reading } from '../../../src/bind/reading/reading.ts'
import { throwIssues } from '../../../src/bind/reading/throw-issues.ts'
import { cbor } from '../../../src/cbor.ts'
import { jsonString, readBody, shape } from '../../../src/codegenv1.ts'
import {
  App,
  BindError,
  type BindInput,
  type BindSettings,
  type CustomBinder,
  HttpError,
} from '../../../src/index.ts'
import { msgpack } from '../../../src/msgpack.ts'
import { bodyInput, issuesOf } from '../body-input.ts'

function binder(name: string, mimeTypes: readonly string[], parse: () => object): CustomBinder {
  return {
    name,
    mimeTypes,
    parse(_c: BindInput, out: object) {
      Object.assign(out, parse())
    },
  }
}

function fail(error: unknown): () => never {
  return () => {
    throw error
  }
}

const first = binder('first', ['application/x-a', 'Application/JSON'], () => ({ by: 'first' }))
const second = binder('second', ['application/x-a', 'application/x-b'], () => ({ by: 'second' }))

async function answer(contentType: string, use: (app: App) => void): Promise<string> {
  const app = new App()
  app.registerCustomBinder(first).registerCustomBinder(second)
  use(app)
  const headers = { 'content-type': contentType }
  return (await app.test('/', { method: 'POST', headers, body: '{"by":"json"}' })).text()
}

const bindBody = (app: App): void => {
  app.post('/', (c) => c.json(c.bind().body()))
}

test('body() tries the custom binders first, in order of registration', async () => {
  assert.is(await answer('application/x-a; charset=utf-8', bindBody), '{"by":"first"}')
  assert.is(await answer('application/x-b', bindBody), '{"by":"second"}')
  assert.is(await answer('application/json', bindBody), '{"by":"first"}')
})

test('a binder called by name fills the destination, whatever the body is', async () => {
  const text = await answer('text/plain', (app) => {
    app.post('/', (c) => {
      const dest = { x: 1 }
      c.json([c.bind().custom('second', dest) === dest, dest])
    })
  })
  assert.is(text, '[true,{"x":1,"by":"second"}]')
})

test('the structValidator checks the result of a binder called by name, unless it is a map or skipped', async () => {
  class Plate {}
  const seen: string[] = []
  const structValidator = {
    validate(out: object, { name }: { readonly name: string }) {
      seen.push(`${name} ${JSON.stringify(out)}`)
      if (name === 'Plate') throw new TypeError('no plate')
    },
  }
  const app = new App({ structValidator }).registerCustomBinder(first)
  app.post('/', (c) => {
    const bind = c.bind().withAutoHandling()
    bind.custom('first', {})
    assert.throws(() => bind.custom('first', new Plate()), /^no plate$/)
    bind.custom('first', Object.create(null))
    bind.skipValidation(true).custom('first', new Plate())
    c.json(seen)
  })
  const answer = await app.test('/', { method: 'POST', body: '' })
  assert.equal(await answer.json(), ['Object {"by":"first"}', 'Plate {"by":"first"}'])
})

test('a body without a DTO is a map like that of its format, also with asMap last', async () => {
  const texts = async (options?: { readonly asMap: 'all' | 'last' }): Promise<string> => {
    const app = new App()
    app.post('/', (c) => c.json(c.bind().body(options)))
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await app.test('/', { method: 'POST', headers, body: 'a=1&b=2&a=3&=4' })).text()
  }
  assert.is(await texts(), '{"a":["1","3"],"b":["2"],"":["4"]}')
  assert.is(await texts({ asMap: 'last' }), '{"a":"3","b":"2","":"4"}')
})

test('an empty key is a key, for maps and for queries()', async () => {
  const app = new App()
  app.get('/', (c) => c.json([c.bind().query(), c.bind().query({ asMap: 'last' }), c.queries()]))
  const answer = async (query: string): Promise<unknown> => (await app.test(`/?${query}`)).json()
  assert.equal(await answer('=b&a=1'), [
    { '': ['b'], a: ['1'] },
    { '': 'b', a: '1' },
    { '': 'b', a: '1' },
  ])
  assert.equal(await answer('=b&=c'), [{ '': ['b', 'c'] }, { '': 'c' }, { '': 'c' }])
  assert.equal(await answer('='), [{ '': [''] }, { '': '' }, { '': '' }])
  assert.equal(await answer('&&'), [{}, {}, {}])
})

test('a structured suffix names the format of a body', async () => {
  const app = new App({ cbor: cbor(), msgPack: msgpack() })
  app.post('/', (c) => c.json(c.bind().body()))
  const read = async (type: string, body: string | Uint8Array, to: App = app): Promise<string> =>
    (await to.test('/', { method: 'POST', headers: { 'content-type': type }, body })).text()
  for (const type of [
    'application/merge-patch+json',
    'Application/Problem+JSON; charset=utf-8',
    'x/a+b+json',
  ])
    assert.is(await read(type, '{"a":1}'), '{"a":1}', type)
  assert.is(await read('application/atom+xml', '<a><b>1</b></a>'), '{"b":"1"}')
  assert.is(await read('application/senml+cbor', Uint8Array.of(0x82, 1, 2)), '[1,2]')
  assert.is(await read('application/x+msgpack', Uint8Array.of(0x92, 1, 2)), '[1,2]')
  for (const type of ['application/x+zip', 'application/json+x', 'application/jsonx', 'json', '+', 'a/b+'])
    assert.match(await read(type, '{"a":1}'), /unsupported Content-Type/, type)
  const plain = new App().post('/', (c) => c.json(c.bind().body()))
  for (const type of ['a/b+cbor', 'a/b+msgpack'])
    assert.match(await read(type, Uint8Array.of(0x80), plain), /unsupported Content-Type/, type)
})

test('a binder gets the Ctx', async () => {
  const app = new App()
  app.registerCustomBinder({
    name: 'path',
    mimeTypes: [],
    parse(c, out) {
      Object.assign(out, { path: c.path() })
    },
  })
  app.get('/x', (c) => c.json(c.bind().custom('path', {})))
  assert.is(await (await app.test('/x')).text(), '{"path":"/x"}')
})

test('an error from a binder is a BindError of source body; responses pass through', async () => {
  const cause = new Error('no')
  const app = new App()
  app.registerCustomBinder(binder('broken', [], fail(cause)))
  app.registerCustomBinder(binder('teapot', [], fail(new HttpError(418))))
  const seen: unknown[] = []
  app.get('/', (c) => {
    for (const name of ['broken', 'teapot', 'unknown']) {
      try {
        c.bind().custom(name, {})
      } catch (error) {
        seen.push(error)
      }
    }
  })
  await app.test('/')
  const [broken, teapot, unknown] = seen
  assert.instance(broken, BindError)
  assert.is((broken as BindError).source, 'body')
  assert.is((broken as BindError).field, '')
  assert.is((broken as BindError).cause, cause)
  assert.is((teapot as HttpError).status, 418)
  assert.match(String(unknown), 'unknown')
})

test('generated code gets the result of a custom binder, or nothing', () => {
  const settings = { customBinders: [first, binder('broken', ['x/broken'], fail(new Error('no')))] }
  const made = (type: string, of: Partial<BindSettings>): object | undefined => {
    const at = new Reading(bodyInput(type, '', of))
    const body = customBody(at)
    throwIssues(at)
    return body
  }
  assert.equal(made('application/x-a', settings), { by: 'first' })
  assert.is(made('application/x-b', settings), undefined)
  assert.is(made('', settings), undefined)
  assert.is(made('application/x-a', {}), undefined)
  const at = new Reading(bodyInput('x/broken', '', settings))
  assert.equal(customBody(at), {})
  assert.equal(
    issuesOf(() => throwIssues(at)),
    [{ source: 'body', path: '', code: 'custom', message: 'cannot be read' }],
  )
})

test("a custom binder's result supplies the DTO's properties by name, and no others", () => {
  const json = shape(
    'Post',
    () => ({ by: 'string', 'post_text?': 'string' }),
    (of, at) => ({
      by: jsonString(of['by'], 'by', at),
      text: jsonString(of['post_text'], 'post_text', at, 'none'),
    }),
    { names: { post_text: 'text' } },
  )
  const bound = (made: object, body = ''): object => {
    const customBinders = [binder('a', ['x/a'], () => made)]
    const at = new Reading(bodyInput('x/a', body, { customBinders }))
    const result = readBody(at, { json })
    throwIssues(at)
    return result
  }
  assert.equal(bound({ by: 'a' }), { by: 'a', text: 'none' })
  assert.equal(bound({ by: 'a', text: 'b', post_text: 'c', x: 1 }, '{"text":"d"}'), { by: 'a', text: 'b' })
  assert.equal(bound({ by: 'a', text: null }), { by: 'a', text: 'none' })
  for (const made of [{ text: 'b' }, { text: 'b', by: null }])
    assert.equal(
      issuesOf(() => bound(made, '{"by":"x"}')),
      [{ source: 'body', path: 'by', code: 'missing', message: 'is required' }],
    )
})

test('null from a custom binder is null if the type allows it', () => {
  const json = shape(
    'Post',
    () => ({
      by: { anyOf: ['string', 'null'] },
      'at?': [{ anyOf: ['date', 'null'] }, { description: 'when' }],
    }),
    (of, at) => ({ by: of['by'] === null ? null : jsonString(of['by'], 'by', at) }),
  )
  const customBinders = [binder('a', ['x/a'], () => ({ by: null, at: null }))]
  const at = new Reading(bodyInput('x/a', '', { customBinders }))
  const made: object = readBody(at, { json })
  throwIssues(at)
  assert.equal(made, { by: null, at: null })
})

test('for a text-only DTO a custom binder fills declared properties', () => {
  const customBinders = [binder('a', ['x/a'], () => ({ by: 'a', note: 'b', text: null, secret: 1 }))]
  const at = new Reading(bodyInput('x/a', '', { customBinders }))
  const form = (of: Reading): object => ({ by: of.required('by'), text: of.fallback('text', 'none') })
  const made = readBody(at, { form, optional: ['note'] })
  throwIssues(at)
  assert.equal(made, { by: 'a', note: 'b', text: 'none' })
})

test("a custom binder's result precedes other sources of a property", () => {
  const customBinders = [binder('a', ['x/a'], () => ({ by: 'a' }))]
  const at = new Reading(bodyInput('x/a', '', { customBinders }), { by: 'out' })
  at.shared = ['by', 'to']
  const form = (of: Reading): object => ({ by: of.required('by'), to: of.required('to') })
  assert.equal(readBody(at, { form }), { by: 'a', to: undefined })
  throwIssues(at)
})

test('a binder that returns a promise is a mistake of the service, not an empty result', async () => {
  const told: unknown[] = []
  const app = new App({ onError: (error) => told.push(String(error)) })
  app.registerCustomBinder({
    name: 'slow',
    mimeTypes: ['text/slow'],
    async parse() {
      throw new Error('nobody hears of this')
    },
  })
  app.post('/named', (c) => c.json(c.bind().custom('slow', {})))
  app.post('/', (c) => c.json(customBody(new Reading(c))))
  for (const path of ['/named', '/']) {
    const answer = await app.test(path, {
      method: 'POST',
      headers: { 'content-type': 'text/slow' },
      body: 'x',
    })
    assert.is(answer.status, 500)
    assert.match(String(told.pop()), /TypeError: the custom binder slow returned a promise/)
  }
})

test.run()
