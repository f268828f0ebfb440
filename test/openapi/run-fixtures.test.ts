import { join } from 'node:path'
import type { App } from '@ctxgen/runtime'
import { documented } from '@ctxgen/runtime/testing'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { app as endedAnswers } from '../../fixtures/openapi/ended-answers/app.ts'
import { app as noAnswers } from '../../fixtures/openapi/no-answers/app.ts'
import { app as noAnswersHandled } from '../../fixtures/openapi/no-answers-handled/app.ts'
import { app as overlappingRoutes } from '../../fixtures/openapi/overlapping-routes/app.ts'
import type {
  DocumentedOperation,
  OpenApiDocument,
  Schema,
} from '../../packages/codegen/src/openapi/document/openapi-document.ts'
import { describeApp } from '../../packages/codegen/src/openapi/generate-openapi.ts'
import { openApps } from '../../packages/codegen/src/openapi/read/app-project.ts'
import { root } from '../support/fixture-folders.ts'

/* Apps whose every documented answer some request gets, and no other. */

const apps: Readonly<Record<string, App>> = {
  'ended-answers': endedAnswers,
  'no-answers': noAnswers,
  'no-answers-handled': noAnswersHandled,
  'overlapping-routes': overlappingRoutes,
}

/** Documented answers that no request gets, by their reason. */
const unseen: Readonly<Record<string, readonly string[]>> = {
  'a catch is also read for errors of code outside the app': ['GET /ended-in-try 500'],
  'a closed connection is no answer': ['GET /dropped default', 'GET /forbidden default'],
  'nobody is refused': ['GET /secured 401'],
  'no unexpected error reaches the error handler': [
    'GET /forbidden 503',
    'GET /found 503',
    'GET /missing 503',
    'GET /mounted/ended 418',
  ],
}

const cwd = join(root, 'fixtures/openapi')
const entries = Object.keys(apps).map((name) => join(cwd, name, 'app.ts'))
const opened = openApps({ entries, cwd, tsconfig: undefined })

function documentOf(name: string): OpenApiDocument {
  const { documents, diagnostics } = describeApp({ app: `${name}/app.ts`, cwd }, opened)
  assert.equal(diagnostics, [])
  const [one] = documents
  assert.ok(one)
  return one.document
}

/** A request with each of the queries, and a few values for the parameters of the path. */
function targetsOf(path: string, { parameters = [] }: DocumentedOperation, queries: readonly string[]) {
  const paths = parameters
    .flatMap((one) => ('in' in one && one.in === 'path' ? [one] : []))
    .reduce<readonly string[]>(
      (all, { name, schema }) =>
        all.flatMap((one) => valuesOf(schema).map((text) => one.replace(`{${name}}`, text))),
      [path],
    )
  return paths.flatMap((one) => queries.map((query) => one + query))
}

function valuesOf(schema: Schema | undefined): readonly string[] {
  return schema?.['type'] === 'integer' ? ['7', '8'] : ['a', 'b', 'n', 'z']
}

/** None, one or two of the query parameters of a document. */
function queriesOf(operations: readonly DocumentedOperation[]): readonly string[] {
  const parameters = operations.flatMap((one) => one.parameters ?? [])
  const names = [
    ...new Set(parameters.flatMap((one) => ('in' in one && one.in === 'query' ? [`${one.name}=1`] : []))),
  ]
  return ['', ...names.flatMap((one) => names.map((other) => `?${one}&${other}`))]
}

const missed: string[] = []
for (const [name, app] of Object.entries(apps)) {
  test(`${name} answers what its document says`, async () => {
    const document = documentOf(name)
    const service = documented(app, document)
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item as Readonly<Record<string, DocumentedOperation>>).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        operation,
      })),
    )
    const queries = queriesOf(operations.map(({ operation }) => operation))
    for (const { path, method, operation } of operations) {
      const left = new Set(Object.keys(operation.responses))
      for (const target of targetsOf(path, operation, queries)) {
        const { status } = await service.test(target, { method })
        left.delete(String(status))
      }
      missed.push(...[...left].map((status) => `${method} ${path} ${status}`))
    }
  })
}

test('the documents have no other answers', () => {
  assert.equal(missed.sort(), Object.values(unseen).flat().sort())
})

test.run()
