import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '@ctxgen/runtime'
import { DocumentError, documented } from '@ctxgen/runtime/testing'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { describeApp } from '../../packages/codegen/src/openapi/generate-openapi.ts'
import { openApps } from '../../packages/codegen/src/openapi/read/app-project.ts'
import { fetchRequest, notApplicable } from '../compat/runtimes/fetch-request.ts'
import type { RequestCase } from '../conformance/case-types.ts'
import { loadAreas } from '../conformance/load-cases.ts'
import { places } from '../conformance/places.ts'
import { wireRequest } from '../conformance/request-bytes.ts'
import { makeWorkspace } from '../conformance/workspace.ts'
import { caseCode } from './case-code.ts'
import { importBundle } from './import-bundle.ts'

/*
 * The cases about requests and answers, each written as the code of an app: every answer is one of the document that was
 * read from that code.
 */

/** `all` documents these. */
const documentedMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

interface WrittenCase {
  readonly testCase: RequestCase
  readonly path: string
}

const workspace = makeWorkspace()
test.after(() => workspace.remove())

function writeCases(): readonly WrittenCase[] {
  const cases = loadAreas(places.cases).flatMap((area) =>
    area.kind === 'request' && /^(?:request|response)\//.test(area.name) ? area.cases : [],
  )
  return cases.flatMap((testCase, i) => {
    const code = notApplicable(testCase) === undefined ? caseCode(testCase) : undefined
    const { method = 'GET' } = testCase.request
    if (code === undefined || !documentedMethods.includes(method)) return []
    const path = join(workspace.root, `case${i}.ts`)
    writeFileSync(path, code)
    return [{ testCase, path }]
  })
}

async function appsOf(written: readonly WrittenCase[]): Promise<readonly App[]> {
  const contents = written.map(({ path }, i) => `export { app as app${i} } from ${JSON.stringify(path)}`)
  const stdin = { contents: contents.join('\n'), resolveDir: workspace.root }
  const apps = await importBundle<Readonly<Record<string, App>>>({ stdin }, join(workspace.root, 'all.mjs'))
  return written.map((_, i) => apps[`app${i}`] as App)
}

/** Set by every handler of the cases. */
const handlers = globalThis as { entered?: boolean }

/** The result of a case. */
async function outcomeOf(
  { request }: RequestCase,
  app: App,
  document: object,
): Promise<'answered' | 'not found' | { readonly difference: string }> {
  const wire = wireRequest(request, String)
  handlers.entered = false
  try {
    await documented(app, document).test(fetchRequest(wire, false))
    return 'answered'
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    const { status } = await app.test(fetchRequest(wire, false))
    return status === 404 && !handlers.entered ? 'not found' : { difference: error.message }
  }
}

/** Differences that are meant, by their reason. */
const meant: Readonly<Record<string, readonly string[]>> = {
  'middleware alone is no operation': [
    'route.flow.404-after-middleware',
    'route.flow.404-set-by-middleware-is-final',
    'route.flow.error-keeps-headers',
    'route.flow.restart-earlier-route',
    'route.flow.use-boundary-case',
    'route.flow.use-boundary-deeper',
    'route.flow.use-boundary-exact',
    'route.flow.use-boundary-slash',
    'route.flow.use-method-unchanged',
    'route.flow.use-param-star',
    'route.flow.use-path-keeps-full',
    'route.flow.use-root-matches-all',
    'route.pattern.use-partialcheck-foo-bar-param.partialcheck-foo-bar-test-test2',
    'route.pattern.use-partialcheck-foo.partialcheck-foo-bar-baz',
    'res.sendStatus.from-middleware',
  ],
  'middleware before a route that has only some of its paths is not read': [
    'route.flow.guard-escaped-at',
    'route.flow.guard-non-ascii',
  ],
  'the router takes other letter cases and a trailing slash': [
    'req.params.value-case-kept',
    'req.route.case-kept',
    'route.flow.case-insensitive-default',
    'route.flow.slash-ignored-default',
    'route.pattern.api-v1-param-int-opt.api-v1',
    'route.pattern.api-v1-paramopt.api-v1-x',
  ],
  'a 500 beside other answers is in no document': ['res.msgPack.not-set-up-500'],
  'the 501 for an unknown Content-Encoding is in no document': [
    'req.body.compress-501',
    'req.body.compress-then-gzip-501',
  ],
  'the handler calls text JSON that is none': [
    'res.format.any-takes-first',
    'res.format.no-accept-skips-default',
    'res.format.q0-excludes',
    'res.sendStatus.keeps-type',
    'res.type.json',
  ],
}

/** Cases whose code cannot be read, with their errors. */
const unread = [
  'CTX5007 req.lowlevel.there',
  'CTX5007 route.flow.restart-changed-path',
  'CTX5007 route.flow.restart-no-match',
]

test('the answers of the cases are those of their documents', async () => {
  const written = writeCases()
  const apps = await appsOf(written)
  const cwd = workspace.root
  const opened = openApps({ entries: written.map(({ path }) => path), cwd, tsconfig: undefined })
  const count = { answered: 0, 'not found': 0 }
  const differences = new Map<string, string>()
  const refused = new Set<string>()
  for (const [i, { testCase, path }] of written.entries()) {
    const { documents, diagnostics } = describeApp({ app: path, cwd, spec: '3.2' }, opened)
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    for (const { code } of errors) refused.add(`${code} ${testCase.id}`)
    const [one] = documents
    const app = apps[i]
    if (one === undefined || app === undefined) continue
    const outcome = await outcomeOf(testCase, app, one.document)
    if (typeof outcome === 'string') count[outcome]++
    else differences.set(testCase.id, outcome.difference)
  }
  const expected = Object.values(meant).flat()
  const others = [...differences].filter(([id]) => !expected.includes(id))
  assert.equal(others, [])
  assert.equal([...differences.keys()].sort(), [...expected].sort())
  assert.equal([...refused].sort(), unread)
  assert.ok(count.answered > 600 && count['not found'] > 40, JSON.stringify(count))
})

test.run()
