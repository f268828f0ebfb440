import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { App } from '@ctxgen/runtime'
import { transform } from 'esbuild'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { describeClient } from '../../packages/codegen/src/client/generate-client.ts'
import { requestOf } from '../../packages/codegen/src/openapi/generate-openapi.ts'
import { openApps } from '../../packages/codegen/src/openapi/read/app-project.ts'
import { type BinderCase, readBinderCases, revive } from '../support/binder-cases.ts'
import { fixtureFolders, fixtureRules, root } from '../support/fixture-folders.ts'

/*
 * The values of the fixtures' cases, sent by clients: each arrives as it is, or the client names the property that cannot be sent.
 */

interface Served {
  readonly fixture: string
  readonly binder: string
  readonly cases: readonly BinderCase[]
}

/** Binders with the cases in which they give a value that a request has made whole. */
const served = fixtureFolders('valid').flatMap(({ name, path }): Served[] => {
  const all = readBinderCases(join(path, 'cases.json')).filter(
    (one) =>
      'value' in one && one.out === undefined && one.parser === undefined && one.settings === undefined,
  )
  const binders = [...new Set(all.flatMap((one) => one.binders))].filter(
    (one) => !/^bindRespHeader/.test(one),
  )
  return binders.map((binder) => ({
    fixture: name,
    binder,
    cases: all.filter((one) => one.binders.includes(binder)),
  }))
})

const cache = join(root, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
const folder = realpathSync(mkdtempSync(join(cache, 'client-fixtures-')))
test.after(() => rmSync(folder, { recursive: true, force: true }))

function appText(fixture: string): string {
  const own = served.filter((one) => one.fixture === fixture)
  const routes = own.map(({ binder, cases }) => {
    const keys = new Set(cases.flatMap(({ params = {} }) => Object.keys(params)))
    const path = [...keys].map((key) => `/:${key}`).join('')
    return `app.post('/${binder}${path}', async (c) => {
  seen.value = await ${binder}(c)
  c.sendStatus(204)
}).name('${binder}')`
  })
  return `import { App } from '@ctxgen/runtime'
import { cbor } from '@ctxgen/runtime/cbor'
import { msgpack } from '@ctxgen/runtime/msgpack'
import { ${own.map(({ binder }) => binder).join(', ')} } from '${join(root, 'fixtures/valid', fixture, 'dto.bind.ts')}'
export const seen: { value: unknown } = { value: undefined }
export const app = new App({ msgPack: msgpack(), cbor: cbor() })
${routes.join('\n')}
`
}

const fixtures = [...new Set(served.map(({ fixture }) => fixture))]
for (const name of fixtures) writeFileSync(join(folder, `${name}.ts`), appText(name))
const cwd = root
const rules = fixtureRules(join(root, 'fixtures/valid'))
const opened = openApps({
  ...requestOf({ app: join(folder, `${fixtures[0]}.ts`), cwd, rules }),
  entries: fixtures.map((name) => join(folder, `${name}.ts`)),
})

type Client = Readonly<Record<string, unknown>>

async function load(
  name: string,
): Promise<{ text: string; client: Client; app: App; seen: { value: unknown } }> {
  const output = join(folder, `${name}.client.ts`)
  const { files, diagnostics } = describeClient(
    { app: join(folder, `${name}.ts`), cwd, rules, output },
    opened,
  )
  const [file] = files
  if (file === undefined)
    throw new Error(diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n'))
  const { code } = await transform(file.text, { loader: 'ts', format: 'esm', target: 'es2022' })
  writeFileSync(join(folder, `${name}.client.mjs`), code)
  const client: Client = await import(pathToFileURL(join(folder, `${name}.client.mjs`)).href)
  const { app, seen } = await import(pathToFileURL(join(folder, `${name}.ts`)).href)
  return { text: file.text, client, app, seen }
}

/** A value as the parameter of a function: whole bodies and undeclared members have a property of their own. */
function inputOf(binder: string, value: unknown, text: string): Record<string, unknown> {
  const type = `${binder.charAt(0).toUpperCase()}${binder.slice(1)}Input`
  const [, members = ''] =
    new RegExp(`^export interface ${type} \\{\n([^}]*(?:\\}[^}]*)*?)^\\}`, 'm').exec(text) ?? []
  const names = [...members.matchAll(/^ {2}(?:'([^']+)'|(\w+))\??:/gm)].map((one) => one[1] ?? one[2] ?? '')
  if (names.length === 1 && names[0] === 'body') return { body: value }
  const all = Object.entries(Object(value))
  if (!members.includes('Further members of the body.')) return Object.fromEntries(all)
  const others = Object.fromEntries(all.filter(([name]) => !names.includes(name)))
  return { ...Object.fromEntries(all.filter(([name]) => names.includes(name))), others }
}

const tally = { same: 0, refused: 0 }

for (const name of fixtures) {
  test(`the values of ${name} arrive as they are, or their property is named`, async () => {
    const { text, client, app, seen } = await load(name)
    const api = { fetch: app.fetch }
    const mistakes: string[] = []
    for (const { binder, cases } of served.filter(({ fixture }) => fixture === name)) {
      const send = client[binder]
      if (typeof send !== 'function') throw new Error(`no function ${binder}`)
      for (const one of cases) {
        const value = revive(one.value)
        seen.value = undefined
        try {
          const answer = await send(api, inputOf(binder, value, text))
          if (answer.status !== 204)
            mistakes.push(`${binder}, ${one.name}: ${answer.status} ${JSON.stringify(answer.problem)}`)
          else if (isDeepStrictEqual(seen.value, value)) tally.same++
          else mistakes.push(`${binder}, ${one.name}: arrived as ${shown(seen.value)}, not ${shown(value)}`)
        } catch (error) {
          if (error instanceof TypeError) tally.refused++
          else mistakes.push(`${binder}, ${one.name}: ${String(error)}`)
        }
      }
    }
    assert.equal(mistakes, [])
  })
}

test('most values arrive', () => {
  assert.ok(tally.same > 400 && tally.same > 5 * tally.refused, JSON.stringify(tally))
})

function shown(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one))
}

test.run()
