import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inTempProject } from '../../../../../test/support/temp-project.ts'
import type { DocumentedOperation, Parameter } from '../../../src/openapi/document/openapi-document.ts'
import { describeApp } from '../../../src/openapi/generate-openapi.ts'
import type { OpenApiResult } from '../../../src/openapi/openapi-options.ts'
import { openApps } from '../../../src/openapi/read/app-project.ts'
import { targetOf } from '../../support/document-outline.ts'

/** Packages whose code cannot be read. */
const packages = {
  'node_modules/helmet/package.json': '{ "name": "helmet", "types": "index.d.ts" }',
  'node_modules/helmet/index.d.ts': `/** Sets many headers. */
export declare function helmet(): (req: unknown, res: unknown, next: (error?: unknown) => void) => void`,
  'node_modules/limits/package.json': '{ "name": "limits", "types": "index.d.ts" }',
  'node_modules/limits/index.d.ts': `import type { Handler, Ctx } from '@ctxgen/runtime'
export interface Limited { retryAfter: number }
/** Limits requests. @answer 429 Limited Retry-After @answer * RateLimit-Limit */
export declare function limits(): Handler
/** Checks a token. @security bearer @answer - */
export declare const signed: Handler
/** Unlike the others, it has no tag. */
export declare function silent(): Handler
export declare function answer(c: Ctx): void
/** @security bearer @answer 401 HttpError WWW-Authenticate @answer 403 HttpError */
export declare function login(): Handler
/** @security - */
export declare function maybe(login: Handler): Handler
/** @answer - */
export declare function idOf(c: Ctx): string
/** @answer 409 HttpError */
export declare function lock(c: Ctx): string
/** @answer * Link X-Total-Count */
export declare function links(c: Ctx): void
/** @answer 200 Limited */
export declare function send(c: Ctx): void
interface Parts {
  /** @answer 200 text/plain */
  readonly page: Handler
}
export declare function parts(): Parts
/** @answer 304 */
export declare function cached(): Handler
/** @answer POST,PUT 403 HttpError @answer GET * X-Checked */
export declare function checked(): Handler
/** @answer POST 409 HttpError */
export declare function checkedCtx(c: Ctx): void`,
}

const imports = `import { App, type Ctx, fromConnect, guard, type Handler, HttpError } from '@ctxgen/runtime'
import { helmet } from 'helmet'
import { answer, cached, checked, checkedCtx, idOf, limits, links, lock, login, maybe, parts, send, signed, silent } from 'limits'
`

interface Case {
  readonly name: string
  readonly code: string
  /** By status, the body and the headers. */
  readonly answers?: Readonly<Record<string, string>>
  readonly reported?: readonly string[]
  readonly schemes?: readonly string[]
  /** Default: `get`. */
  readonly method?: string
}

const home = `app.get('/', (c) => c.json({ a: 1 }))`
const ok = '{"type":"object"} [X-Frame-Options?]'

const cases: readonly Case[] = [
  {
    name: 'before use',
    code: `/** @answer - */\napp.use(fromConnect(helmet()))\n${home}`,
    answers: { 200: '{"type":"object"}' },
  },
  {
    name: 'headers of every answer',
    code: `/** @answer * X-Frame-Options */\napp.use(fromConnect(helmet()))\n${home}`,
    answers: { 200: ok },
  },
  {
    name: 'before a group',
    code: `/** @answer - */\nconst api = app.group('/api', silent())\napi.get('/', (c) => c.json({ a: 1 }))`,
    answers: { 200: '{"type":"object"}' },
  },
  {
    name: 'before an argument',
    code: `app.get('/', /** @answer 418 */ silent(), (c) => c.json({ a: 1 }))`,
    answers: { 200: '{"type":"object"}', 418: '' },
  },
  {
    name: 'before a variable',
    code: `/** @answer 418 */\nconst teapot = silent()\napp.use(teapot)\n${home}`,
    answers: { 200: '{"type":"object"}', 418: '' },
  },
  {
    name: 'before the function that makes it',
    code: `/** @answer 418 X-Tea */\nfunction teapot() { return silent() }\napp.use(teapot())\n${home}`,
    answers: { 200: '{"type":"object"}', 418: ' [X-Tea?]' },
  },
  {
    name: 'in the declarations of a package',
    code: `app.use(limits())\n${home}`,
    answers: {
      200: '{"type":"object"} [RateLimit-Limit?]',
      429: '{"$ref":"#/components/schemas/Limited"} [Retry-After?, RateLimit-Limit?]',
    },
  },
  {
    name: 'with headers set before',
    code: `app.use((c) => { c.set('X-Id', '1'); return c.next() })\n/** @answer 418 */\napp.use(silent())\n${home}`,
    answers: { 200: '{"type":"object"} [X-Id]', 418: ' [X-Id]' },
  },
  {
    name: 'on middleware that calls a package',
    code: `/** @answer 418 */\nfunction tea(c: Ctx) { answer(c); return c.next() }\napp.use(tea)\n${home}`,
    answers: { 200: '{"type":"object"}', 418: '' },
  },
  {
    name: 'security of a package',
    code: `app.use(signed)\n${home}`,
    answers: { 200: '{"type":"object"}', 401: '{"$ref":"#/components/schemas/Problem"}' },
  },
  {
    name: 'errors of a package',
    code: `app.use((c) => { c.set('X-Id', '1'); return c.next() })\napp.use(login())\n${home}`,
    answers: {
      200: '{"type":"object"} [X-Id]',
      401: '{"$ref":"#/components/schemas/Problem"} [X-Id, WWW-Authenticate?]',
      403: '{"$ref":"#/components/schemas/Problem"} [X-Id]',
    },
  },
  {
    name: 'errors of a package before an error handler of the project',
    code: `const own = new App({ errorHandler: (c, error) => { if (error instanceof HttpError) return c.status(error.status).sendString('no'); throw error } })\nown.get('/', login(), (c) => c.json({ a: 1 }))\napp.use('/own', own)`,
    answers: {
      200: '{"type":"object"}',
      401: '{"type":"string"} [WWW-Authenticate?]',
      403: '{"type":"string"}',
    },
  },
  {
    name: 'functions of a package that get the Ctx',
    code: `app.get('/', (c) => { lock(c); c.json({ a: idOf(c).length }) })`,
    answers: { 200: '{"type":"object"}', 409: '{"$ref":"#/components/schemas/Problem"}' },
  },
  {
    name: 'headers of a function of a package',
    code: `app.get('/', (c) => { links(c); c.json({ a: 1 }) })`,
    answers: { 200: '{"type":"object"} [Link?, X-Total-Count?]' },
  },
  {
    name: 'a scheme of the project in place of that of a package',
    code: `/** @security basic */\nconst own = login()\napp.use(own)\n${home}`,
    answers: {
      200: '{"type":"object"}',
      401: '{"$ref":"#/components/schemas/Problem"} [WWW-Authenticate?]',
      403: '{"$ref":"#/components/schemas/Problem"}',
    },
    schemes: ['basic'],
  },
  {
    name: 'a login that need not be',
    code: `const own = login()\napp.use(maybe(own))\n${home}`,
    schemes: ['bearer', ''],
  },
  {
    name: 'a login that need not be, and a scheme of the project',
    code: `/** @security basic */\nconst own = login()\nconst anybody = maybe(own)\napp.use(anybody)\n${home}`,
    schemes: ['basic', ''],
  },
  {
    name: 'a scheme of the project for a login that need not be',
    code: `/** @security basic */\nconst anybody = maybe(login())\napp.use(anybody)\n${home}`,
    schemes: ['basic', ''],
  },
  {
    name: 'the project says that a login need not be',
    code: `/** @security - */\napp.use(login())\n${home}`,
    schemes: ['bearer', ''],
  },
  {
    name: 'the same login before and behind one that need not be',
    code: `app.use(maybe(login()), login(), maybe(login()))\n${home}`,
    schemes: ['bearer'],
  },
  {
    name: 'a login, and another that need not be',
    code: `/** @security basic */\nconst own = login()\napp.use(own, maybe(login()))\n${home}`,
    schemes: ['basic+bearer', 'basic'],
  },
  {
    name: 'a login of itself',
    code: `const own: Handler = maybe(own)\napp.use(own)\n${home}`,
    reported: ['CTX5034'],
  },
  {
    name: 'a member of what a function of a package returns',
    code: `const { page } = parts()\napp.get('/', page)\napp.get('/later', (c) => c.json(1))`,
    answers: { 200: '{"type":"string"}' },
  },
  {
    name: 'a 304 of a package',
    code: `app.use(cached())\n${home}`,
    answers: { 200: '{"type":"object"}', 304: '' },
  },
  {
    name: 'a 304 of a package is none of POST',
    code: `app.use(cached())\napp.post('/', (c) => c.json({ a: 1 }))`,
    method: 'post',
    answers: { 200: '{"type":"object"}' },
  },
  {
    name: 'what a package says of other methods',
    code: `app.use(checked())\napp.get('/', (c) => { checkedCtx(c); c.json({ a: 1 }) })`,
    answers: { 200: '{"type":"object"} [X-Checked?]' },
  },
  {
    name: 'what a package says of this method',
    code: `app.use(checked())\napp.post('/', (c) => { checkedCtx(c); c.json({ a: 1 }) })`,
    method: 'post',
    answers: {
      200: '{"type":"object"}',
      403: '{"$ref":"#/components/schemas/Problem"}',
      409: '{"$ref":"#/components/schemas/Problem"}',
    },
  },
  {
    name: 'a function of a package that sends',
    code: `app.get('/', (c) => { send(c) })`,
    reported: ['CTX5007 (GET /)'],
  },
  {
    name: 'nothing reported',
    code: `app.use(silent())\n${home}\napp.get('/b', (c) => c.json(1))`,
    reported: ['CTX5006 (GET / and 1 more)'],
  },
  {
    name: 'a tag of middleware that never answers so',
    code: `/** @answer 429 */\napp.use((c) => c.next())\n${home}`,
    reported: ['CTX5019'],
  },
  {
    name: 'a tag of middleware that answers so on some routes',
    code: `/** @answer 429 */\napp.use((c) => { if (c.method() === 'POST') throw new HttpError(429); return c.next() })\n${home}\napp.post('/', (c) => c.json({ a: 1 }))`,
    answers: { 200: '{"type":"object"}' },
  },
  {
    name: 'tags of routes stay checked',
    code: `/** @answer - */\napp.use(silent())\n/** @answer 404 */\n${home}`,
    reported: ['CTX5019'],
  },
  {
    name: 'hidden routes are not read',
    code: `/** @hidden */\napp.get('/', silent(), (c) => answer(c))\n/** @hidden */\napp.get(\`/\${process.pid}/*\`, (c) => c.json({ a: 1 }))\napp.get('/b', (c) => c.json({ a: 1 }))`,
  },
  {
    name: 'a response that is listened to',
    code: `app.use((c) => { const start = Date.now(); const res = c.response(); if (res !== undefined && 'once' in res) res.once('close', () => console.log(res.statusCode, c.get('X-Log'), start)); return c.next() })\n${home}`,
    answers: { 200: '{"type":"object"}' },
  },
  {
    name: 'a response that is written to',
    code: `app.use((c) => { const res = c.response(); if (res !== undefined && 'end' in res) res.end('x'); return c.next() })\n${home}`,
    reported: ['CTX5007 (GET /)'],
  },
  {
    name: 'a response that leaves the project',
    code: `declare function log(of: { res: unknown }): void\napp.use((c) => { log({ res: c.response() }); return c.next() })\n${home}`,
    reported: ['CTX5007 (GET /)'],
  },
  {
    name: 'a type that the code computes',
    code: `declare const type: string\n/** @answer 200 image/png */\napp.get('/', (c) => c.set('Content-Type', type).send(new Uint8Array()))`,
    answers: { 200: '{"type":"string","format":"binary","contentMediaType":"application/octet-stream"}' },
  },
  {
    name: 'an interface without implementation',
    code: `interface Users { find(id: string): string; all(): string[] }\ndeclare const users: Users\napp.get('/', (c) => { users.all(); users.find('a'); c.json({ a: 1 }) })`,
    answers: { 200: '{"type":"object"}' },
    reported: ['CTX5035'],
  },
  {
    name: 'an interface that says its errors',
    code: `/** @answer - */\ninterface Users {\n/** @answer 409 */ find(id: string): string\nall(): string[] }\ndeclare const users: Users\napp.get('/', (c) => { users.all(); try { users.find('a') } catch { } users.find('b'); c.json({ a: 1 }) })`,
    answers: { 200: '{"type":"object"}', 409: '{"$ref":"#/components/schemas/Problem"}' },
  },
  {
    name: 'a sum in a variable',
    code: `let status = 200\nstatus += 1\napp.get('/', (c) => { let word = 'a'; word += 'b'; word ||= 'c'; c.status(word === 'ab' ? 201 : 202).json({ a: 1 }) })`,
    answers: { 201: '{"type":"object"}' },
  },
  {
    name: 'a counter',
    code: `app.get('/', (c) => { for (let i = 200; i < 203; i++) c.status(i); c.json({ a: 1 }) })`,
    reported: ['CTX5008 (GET /)'],
  },
]

function answersOf({ documents }: OpenApiResult, path: string, method = 'get'): Record<string, string> {
  const document = documents[0]?.document
  const components = document?.components
  const operation = document?.paths[path]?.[method] as DocumentedOperation
  const entries = Object.entries(operation.responses).map(([status, written]) => {
    const one = targetOf(written, components?.responses)
    const [media] = Object.values(one.content ?? {})
    const { properties: _, required: _r, ...schema } = media?.schema ?? {}
    const names = Object.entries(one.headers ?? {}).map(
      ([name, header]) => `${name}${targetOf(header, components?.headers).required ? '' : '?'}`,
    )
    return [
      status,
      `${media === undefined ? '' : JSON.stringify(schema)}${names.length === 0 ? '' : ` [${names.join(', ')}]`}`,
    ]
  })
  return Object.fromEntries(entries)
}

test('tags of middleware count for its step', () =>
  inTempProject((project) => {
    const file = (i: number): string => `app${i}.ts`
    const sources = cases.map(({ code }, i) => [file(i), `${imports}export const app = new App()\n${code}\n`])
    project.write({ ...packages, ...Object.fromEntries(sources) })
    const entries = cases.map((_, i) => project.at(file(i)))
    const opened = openApps({ entries, cwd: project.path, tsconfig: undefined })
    for (const [i, { name, answers, reported = [], schemes, method }] of cases.entries()) {
      const result = describeApp({ app: file(i), cwd: project.path, spec: '3.1' }, opened)
      const found = result.diagnostics.map(({ code, message }) =>
        `${code} ${/\(GET.*\)$/.exec(message)?.[0] ?? ''}`.trim(),
      )
      assert.equal(found, reported, `${name}: ${result.diagnostics.map(({ message }) => message).join('\n')}`)
      const [path = ''] = Object.keys(result.documents[0]?.document.paths ?? {})
      if (answers !== undefined) assert.equal(answersOf(result, path, method), answers, name)
      const operation = result.documents[0]?.document.paths[path]?.['get'] as DocumentedOperation | undefined
      assert.is(operation?.description, undefined, `${name}: no comment of a package is a description`)
      assert.equal(operation?.parameters ?? [], [], name)
      if (schemes !== undefined)
        assert.equal(
          operation?.security?.map((one) => Object.keys(one).join('+')),
          schemes,
          name,
        )
    }
  }))

test('values that an error handler reads are no inputs', () =>
  inTempProject((project) => {
    const code = `import { App, type Ctx, HttpError } from '@ctxgen/runtime'
function answer(c: Ctx, error: unknown): void {
  console.error(error, c.queries(), c.get('User-Agent'))
  c.status(error instanceof HttpError ? error.status : 500).json({ message: 'x' })
}
const inner = new App({ errorHandler: answer })
inner.get('/', (c) => { if (c.query('q') === '') throw new HttpError(404); c.json({ a: 1 }) })
export const app = new App({ errorHandler: answer })
app.use('/inner', inner)
app.get('/own', (c) => { if (c.query('q') === '') throw new HttpError(404); c.json({ a: 1 }) })
export { app as default, app as again }
`
    project.write({ 'app.ts': code })
    const opened = openApps({
      entries: [project.at('app.ts')],
      cwd: project.path,
      tsconfig: undefined,
      isLight: true,
    })
    const result = describeApp({ app: 'app.ts', cwd: project.path }, opened)
    assert.equal(
      result.diagnostics.map(({ message }) => message),
      [],
    )
    for (const path of ['/inner', '/own']) {
      const operation = result.documents[0]?.document.paths[path]?.['get'] as DocumentedOperation
      assert.equal(
        operation.parameters?.map((one) => targetOf<Parameter>(one).name),
        ['q'],
      )
      // The answer of the project's handler to an unexpected error is one that clients get.
      assert.equal(Object.keys(operation.responses), ['200', '404', '500'])
    }
  }))

test.run()
