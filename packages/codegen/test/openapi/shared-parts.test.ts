import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inTempProject } from '../../../../test/support/temp-project.ts'
import type { OpenApiDocument } from '../../src/openapi/document/openapi-document.ts'
import { documentText } from '../../src/openapi/document-text.ts'
import { describeApp } from '../../src/openapi/generate-openapi.ts'
import type { OpenApiResult } from '../../src/openapi/openapi-options.ts'
import { openApps } from '../../src/openapi/read/app-project.ts'

const security = `Content-Security-Policy Cross-Origin-Opener-Policy Cross-Origin-Resource-Policy Origin-Agent-Cluster
 * Referrer-Policy Strict-Transport-Security X-Content-Type-Options X-DNS-Prefetch-Control X-Download-Options X-Frame-Options
 * X-Permitted-Cross-Domain-Policies X-XSS-Protection`

/** Thirteen operations behind middleware that sets the headers of packages. */
const app = `import { App, type Ctx, type Handler, HttpError } from '@ctxgen/runtime'
declare function helmet(): Handler
declare function limiter(): Handler
interface Car { id: number; plate: string }
function cors(c: Ctx) {
  if (c.get('Origin') !== '') c.set('Access-Control-Allow-Origin', 'https://cars.example').set('Access-Control-Expose-Headers', 'X-Request-Id')
  return c.next()
}
/** @security bearer */
function signedIn(c: Ctx) {
  if (c.get('Authorization') === '') throw new HttpError(401)
}
export const app = new App()
/** @answer * ${security} */
app.use(helmet())
/** @answer * RateLimit-Limit RateLimit-Remaining RateLimit-Reset @answer 429 text/plain Retry-After */
app.use(limiter())
app.use(cors)
${Array.from({ length: 13 }, (_, i) => {
  const [method = ''] = [['get', 'post', 'patch', 'delete'][i % 4]]
  return `app.${method}('/cars${i}/:id', (c) => {
  signedIn(c)
  if (c.params('id') === '0') throw new HttpError(404, 'no such car')
  if (c.query('force') === '') throw new HttpError(409)
  ${method === 'get' ? '' : 'c.body()'}
  const car: Car & { n${i}: number } = { id: 1, plate: 'a', n${i}: 1 }
  ${method === 'delete' ? 'c.sendStatus(204)' : 'c.json(car)'}
})`
}).join('\n')}
`

function described(code: string): Promise<OpenApiResult> {
  return new Promise((resolve, reject) => {
    inTempProject((project) => {
      project.write({ 'app.ts': code })
      const opened = openApps({
        entries: [project.at('app.ts')],
        cwd: project.path,
        tsconfig: undefined,
        isLight: true,
      })
      resolve(describeApp({ app: 'app.ts', cwd: project.path }, opened))
    }).catch(reject)
  })
}

function unreachable(): never {
  throw new Error('no such part')
}

/** The document with each reference to a response or a header replaced by what it refers to. */
function inlined(document: OpenApiDocument): OpenApiDocument {
  const { components } = document
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    const [, kind, name = ''] =
      ('$ref' in value && /^#\/components\/(responses|headers)\/(.*)$/.exec(String(value.$ref))) || []
    if (kind === 'responses') return visit(components?.responses?.[name] ?? unreachable())
    if (kind === 'headers') return components?.headers?.[name] ?? unreachable()
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, visit(one)]))
  }
  const { responses: _r, headers: _h, ...others } = components ?? {}
  return { ...document, paths: visit(document.paths) as OpenApiDocument['paths'], components: others }
}

test('responses and headers that repeat are components', async () => {
  const { documents, diagnostics } = await described(app)
  assert.equal(
    diagnostics.map(({ message }) => message),
    [],
  )
  const [one] = documents
  const document = one?.document ?? unreachable()
  assert.equal(Object.keys(document.components?.responses ?? {}), [
    'Unauthorized',
    'NoSuchCar',
    'Conflict',
    'TooManyRequests',
    'BadRequest',
    'PayloadTooLarge',
    'UnsupportedMediaType',
    'NoContent',
  ])
  assert.ok('X-Frame-Options' in (document.components?.headers ?? {}))
  const size = documentText(document, 'a.json').length
  const before = documentText(inlined(document), 'a.json').length
  assert.ok(size * 3 < before, `${size} of ${before}`)
  const place = one?.places.get('/components/responses/NoSuchCar')
  assert.is(typeof place?.line, 'number')
})

test('a header that several operations read is a component', async () => {
  const { documents, diagnostics } = await described(`import { App, type Handler } from '@ctxgen/runtime'
/** @reads POST Idempotency-Key - a key @answer - */
declare function idempotency(): Handler
export const app = new App()
app.use(idempotency())
app.post('/:id', (c) => c.json({ id: c.params('id'), session: c.cookies('session') }))
app.post('/:id/b', (c) => c.json({ id: c.params('id'), session: c.cookies('session') }))
app.get('/:id', (c) => c.json({ id: c.params('id'), trace: c.get('X-Trace') }))`)
  assert.equal(diagnostics, [])
  const [one] = documents
  const { paths, components } = one?.document ?? unreachable()
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  assert.equal(components?.parameters, {
    'Idempotency-Key': {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'a key',
      schema: { type: 'string' },
    },
    session: { name: 'session', in: 'cookie', schema: { type: 'string' } },
  })
  const both = ['Idempotency-Key', 'session'].map((name) => ({ $ref: `#/components/parameters/${name}` }))
  assert.equal(Reflect.get(paths['/{id}']?.['post'] ?? {}, 'parameters'), [id, ...both])
  assert.equal(Reflect.get(paths['/{id}/b']?.['post'] ?? {}, 'parameters'), [id, ...both])
  assert.equal(Reflect.get(paths['/{id}']?.['get'] ?? {}, 'parameters'), [
    id,
    { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
  ])
  assert.is(typeof one?.places.get('/components/parameters/Idempotency-Key')?.line, 'number')
})

test('one document is no smaller for parts that do not repeat', async () => {
  const { documents } = await described(`import { App, HttpError } from '@ctxgen/runtime'
export const app = new App()
app.get('/', (c) => { if (c.query('a') === '') throw new HttpError(404); c.set('X-A', '1').json({ a: 1 }) })`)
  const components = documents[0]?.document.components ?? {}
  assert.equal(Object.keys(components), ['schemas'])
})

test.run()
