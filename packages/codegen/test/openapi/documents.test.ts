import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import type {
  DocumentedOperation,
  OpenApiDocument,
  Parameter,
} from '../../src/openapi/document/openapi-document.ts'
import { documentText } from '../../src/openapi/document-text.ts'
import { describeApp } from '../../src/openapi/generate-openapi.ts'
import type { OpenApiOptions, OpenApiResult } from '../../src/openapi/openapi-options.ts'
import { openApps } from '../../src/openapi/read/app-project.ts'
import { verifyRoutes } from '../../src/openapi/verify-routes.ts'
import { targetOf } from '../support/document-outline.ts'

const cwd = fileURLToPath(new URL('../../../../fixtures/openapi', import.meta.url))
const names = [
  'all-sources',
  'comments',
  'examples',
  'conditional',
  'forms-and-files',
  'kinds-of-answers',
  'security',
  'types-of-values',
  'whole-bodies',
  'warning-shadowed',
  'error-any',
]
const opened = openApps({ entries: names.map((name) => join(cwd, name, 'app.ts')), cwd, tsconfig: undefined })

function describe(name: string, options: Partial<OpenApiOptions> = {}): OpenApiResult {
  return describeApp({ app: `${name}/app.ts`, cwd, ...options }, opened)
}

function documentOf(name: string, options: Partial<OpenApiOptions> = {}): OpenApiDocument {
  const [one] = describe(name, options).documents
  if (one === undefined) throw new Error(`${name} has no document`)
  return one.document
}

test('a document has the same bytes each time', () => {
  const texts = [1, 2].map(() => documentText(documentOf('types-of-values'), 'x.json'))
  assert.is(texts[0], texts[1])
})

test('YAML has the content of JSON', () => {
  for (const name of names.filter((one) => one !== 'error-any')) {
    const document = documentOf(name)
    assert.equal(parse(documentText(document, 'a.yaml')), JSON.parse(documentText(document, 'a.json')))
  }
})

test('each version has its own words', () => {
  const versions = (['3.0', '3.1', '3.2'] as const).map((spec) => documentOf('kinds-of-answers', { spec }))
  assert.equal(
    versions.map(({ openapi }) => openapi),
    ['3.0.4', '3.1.2', '3.2.0'],
  )
  const streams = versions.map(
    (one) =>
      targetOf(operationOf(one, '/events', 'get').responses['200'] ?? { $ref: '' }, one.components?.responses)
        .content?.['text/event-stream'],
  )
  assert.equal(streams[0], { schema: { type: 'string' } })
  assert.is(streams[2]?.schema, undefined)
  assert.is(streams[2]?.itemSchema?.['type'], 'object')
})

test('OpenAPI 3.0 has no null, no constants, no prefixes and one example', () => {
  for (const name of ['examples', 'types-of-values', 'whole-bodies', 'forms-and-files', 'security']) {
    const text = documentText(documentOf(name, { spec: '3.0' }), 'x.json')
    for (const word of [
      '"null"',
      '"const"',
      '"prefixItems"',
      '"contentMediaType"',
      '"$defs"',
      '"examples"',
      '"items": false',
    ])
      assert.not.ok(text.includes(word), `${name}: ${word}`)
  }
  const { schemas } = documentOf('whole-bodies', { spec: '3.0' }).components ?? {}
  assert.equal(schemas?.['Failed']?.['properties'], {
    type: { enum: ['failed'], type: 'string' },
    reason: { type: 'string' },
  })
  const [garage] =
    operationOf(documentOf('examples', { spec: '3.0' }), '/garages/{garage}/offers', 'post').parameters ?? []
  assert.is(garage && targetOf<Parameter>(garage).schema?.['example'], 7)
})

test('a method that a version has no word for is left out with a warning', () => {
  const { documents, diagnostics } = describe('warning-shadowed', { spec: '3.1' })
  assert.equal(Object.keys(documents[0]?.document.paths ?? {}), ['/{id}', '/me'])
  assert.ok(diagnostics.some(({ code, severity }) => code === 'CTX5016' && severity === 'warning'))
})

test('an error gives no document', () => {
  const { documents, diagnostics } = describe('error-any')
  assert.is(documents.length, 0)
  assert.ok(diagnostics.length > 0)
})

test('several documents have a part of the operations each', () => {
  const { documents } = describe('security', {
    info: { title: 'Cars', version: '2' },
    servers: [{ url: 'https://cars.example' }],
    documents: [
      { output: 'api.json', prefix: '/api', info: { title: 'Cars, with a key' } },
      { output: 'all.json' },
      { output: 'none.json', tags: ['none'], servers: [] },
    ],
  })
  assert.equal(
    documents.map(({ output, document }) => [output, document.info.title, Object.keys(document.paths)]),
    [
      ['api.json', 'Cars, with a key', ['/api/both', '/api/key', '/api/both-perhaps']],
      [
        'all.json',
        'Cars',
        ['/open', '/mine', '/api/both', '/api/key', '/perhaps', '/api/both-perhaps', '/surely'],
      ],
      ['none.json', 'Cars', []],
    ],
  )
  assert.equal(
    documents.map(({ document }) => document.servers?.length),
    [1, 1, undefined],
  )
})

test('hidden operations are routes, and in no document', () => {
  const { documents, routes } = describe('comments')
  assert.not.ok('/internal' in (documents[0]?.document.paths ?? {}))
  assert.ok(routes.some(({ pattern }) => pattern === '/internal'))
})

test('each part of a document knows the TypeScript behind it', () => {
  const [one] = describe('all-sources').documents
  const text = (pointer: string): string | undefined => {
    const span = one?.places.get(pointer)
    return span && readFileSync(span.path, 'utf8').split('\n')[span.line - 1]?.trim()
  }
  const operation = '/paths/~1garages~1{garage}~1cars/post'
  assert.match(text(operation) ?? '', /^app\.post\('\/garages/)
  assert.match(text(`${operation}/parameters/0`) ?? '', /garage: int/)
  assert.match(text(`${operation}/parameters/1`) ?? '', /dryRun: boolean/)
  assert.match(text(`${operation}/requestBody`) ?? '', /bind\(\)\.all\(NewCar\)/)
  assert.match(text('/components/schemas/NewCar') ?? '', /interface NewCar/)
  assert.match(text('/components/schemas/NewCar/properties/plate') ?? '', /plate: string/)
  assert.match(text('/components/schemas/Owner/properties/email') ?? '', /email: string \| null/)
})

test('the routes of a running app are compared with those that were read', () => {
  const { routes } = describe('conditional')
  const running = [
    { method: 'use', path: '' },
    { method: 'GET', path: '/always/' },
    { method: 'GET', path: '/more' },
  ]
  assert.equal(verifyRoutes(routes, running), [])
  const wrong = verifyRoutes(routes, [{ method: 'all', path: '/more' }])
  assert.equal(
    wrong.map(({ code, message }) => `${code} ${message}`),
    [
      'CTX5030 the running app has no GET /always',
      ...['POST', 'PUT', 'PATCH', 'DELETE'].map(
        (method) => `CTX5031 the running app has ${method} /more, which the document lacks`,
      ),
    ],
  )
})

function operationOf(document: OpenApiDocument, path: string, method: string): DocumentedOperation {
  return document.paths[path]?.[method] as DocumentedOperation
}

test.run()
