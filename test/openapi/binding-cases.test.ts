import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { generateOpenApi } from '@ctxgen/codegen/openapi'
import type { App } from '@ctxgen/runtime'
import { documented } from '@ctxgen/runtime/testing'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchRequest, notApplicable } from '../compat/runtimes/fetch-request.ts'
import type { RequestCase } from '../conformance/case-types.ts'
import { ctxgenCommand } from '../conformance/ctxgen-command.ts'
import { type Area, loadAreas } from '../conformance/load-cases.ts'
import { places } from '../conformance/places.ts'
import { generateDtos } from '../conformance/prepare-dtos.ts'
import { wireRequest } from '../conformance/request-bytes.ts'
import { makeWorkspace } from '../conformance/workspace.ts'
import { importBundle } from './import-bundle.ts'

/*
 * The binding cases as one service with a route for each DTO and source: every answer is compared with its document. A
 * bound request is a 204.
 */

/** A case with one binder and nothing else. */
interface BindCase {
  readonly testCase: RequestCase
  readonly method: string
  readonly source: string
  readonly dto: string
}

const sources = new Set([
  'query',
  'header',
  'cookie',
  'form',
  'json',
  'xml',
  'msgPack',
  'cbor',
  'body',
  'all',
])

function bindCases({ cases }: Area & { readonly kind: 'request' }): readonly BindCase[] {
  return cases.flatMap((testCase) => {
    const { id: _, request, steps = [], config, route, routes, customBinders } = testCase
    const [step] = steps
    const hasMore = steps.length > 1 || (config ?? route ?? routes ?? customBinders) !== undefined
    const { bind = '', dto, chain, out, on } = step ?? {}
    const isPlain = (chain ?? out ?? on) === undefined && sources.has(bind)
    if (request === undefined || hasMore || !isPlain || dto === undefined) return []
    if (notApplicable(testCase) !== undefined) return []
    return [{ testCase, method: wireRequest(request, String).method.toLowerCase(), source: bind, dto }]
  })
}

const pathOf = ({ source, dto }: BindCase): string => `/${source}/${dto}`

/** A module with the routes of an area. */
function routesText(module: string, all: readonly BindCase[]): string {
  const routes = new Map(
    all.map((one) => [
      `${one.method} ${pathOf(one)}`,
      `  app.${one.method}('${pathOf(one)}', async (c) => { await c.bind().${one.source}(${one.dto}); c.sendStatus(204) })`,
    ]),
  )
  return `import type { Group } from '@ctxgen/runtime'
import { ${[...new Set(all.map(({ dto }) => dto))].join(', ')} } from './${module}'

export function fill(app: Group): void {
${[...routes.values()].join('\n')}
}
`
}

function appText(modules: readonly string[]): string {
  return `import { App } from '@ctxgen/runtime'
import { cbor } from '@ctxgen/runtime/cbor'
import { msgpack } from '@ctxgen/runtime/msgpack'
${modules.map((module, i) => `import { fill as fill${i} } from './${module}'`).join('\n')}

export const app = new App({ msgPack: msgpack(), cbor: cbor(), onError: () => undefined })
${modules.map((_, i) => `app.route('/area${i}', fill${i})`).join('\n')}
`
}

async function appOf(path: string): Promise<App> {
  const outfile = path.replace(/\.ts$/, '.mjs')
  const module = await importBundle<{ readonly app: App }>({ entryPoints: [path] }, outfile)
  return module.app
}

const workspace = makeWorkspace()
test.after(() => workspace.remove())

test('the answers of the binding cases are those of their document', async () => {
  const areas = loadAreas(places.cases).filter(
    (area): area is Area & { readonly kind: 'request' } =>
      area.kind === 'request' && area.dtoFile !== undefined && bindCases(area).length > 0,
  )
  const generated = (await generateDtos(areas, workspace, await ctxgenCommand(false))).flatMap(
    ({ area: name, source, output }) => {
      const area = areas.find((one) => one.name === name)
      const hasOptions = readFileSync(source, 'utf8').startsWith('// ctxgen ')
      if (area === undefined || output === undefined || hasOptions) return []
      return [{ cases: bindCases(area), output }]
    },
  )
  const modules = generated.map(({ cases, output }) => {
    const path = join(dirname(output), 'routes.ts')
    writeFileSync(path, routesText(basename(output).replace(/\.ts$/, '.js'), cases))
    return relative(workspace.root, path).replace(/\.ts$/, '.js')
  })
  const path = join(workspace.root, 'app.ts')
  writeFileSync(path, appText(modules))
  // A document of each area, since types of several areas have one name.
  const parts = modules.map((_, i) => ({ output: `area${i}.json`, prefix: `/area${i}` }))
  const { documents, diagnostics } = generateOpenApi({ app: path, cwd: workspace.root, documents: parts })
  assert.equal(
    diagnostics.map(({ message }) => message),
    [],
  )
  const app = await appOf(path)
  const differences: string[] = []
  const answers = { bound: 0, refused: 0 }
  for (const [i, { cases }] of generated.entries()) {
    const area = documented(app, documents[i]?.document ?? {})
    for (const one of cases) {
      const wire = wireRequest(one.testCase.request, String)
      const [, search = ''] = /^[^?]*(\?.*)?$/s.exec(wire.target) ?? []
      const target = `/area${i}${pathOf(one)}${search}`
      try {
        const { status } = await area.test(fetchRequest({ ...wire, target }, false))
        answers[status === 204 ? 'bound' : 'refused']++
      } catch (error) {
        differences.push(`${one.testCase.id}: ${String(error)}`)
      }
    }
  }
  assert.equal(differences, [])
  assert.ok(answers.bound > 300 && answers.refused > 200, JSON.stringify(answers))
})

test.run()
