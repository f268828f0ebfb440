import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generate, type RulePlace } from '@ctxgen/codegen'
import { rules } from '@ctxgen/core/rules/rules'
import { ValidationError } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { rulePage as page, ruleRows as rows } from '../rules/rule-rows.ts'
import { bindInput } from '../support/bind-input.ts'
import { root } from '../support/fixture-folders.ts'
import { pageText } from './doc-pages.ts'

/*
 * Tests docs/rules.md: each row of its tables (rule, type, accepted and refused JSON values), and the
 * result of each `ts rules` block for the lines of the `checked` block after it. The rules of one's own are in docs/validation.md.
 */

const validationPage = pageText('docs/validation.md')

const workspace = mkdtempSync(join(tmpdir(), 'ctxgen-rules-'))
symlinkSync(join(root, 'node_modules'), join(workspace, 'node_modules'), 'junction')
writeFileSync(join(workspace, 'package.json'), '{ "type": "module" }')
test.after(() => rmSync(workspace, { recursive: true, force: true }))

const source = rows.map(
  ({ rule, type }, i) =>
    `/** @json */\nexport interface R${i} {\n  /** @validate ${rule} */\n  v: ${type}\n}\n`,
)
const aliases = "import type { int, int64 } from '@ctxgen/runtime'\n"

test('each row of the tables holds', async () => {
  assert.ok(rows.length > 100)
  const generated = await generatedFrom(`${aliases}${source.join('\n')}`, 'rows')
  for (const [i, { rule, takes, refuses }] of rows.entries()) {
    const binder = `bindJsonR${i}`
    for (const value of takes)
      assert.is(await outcome(generated, binder, `{"v":${value}}`), 'ok', `${rule} takes ${value}`)
    for (const value of refuses)
      assert.is.not(await outcome(generated, binder, `{"v":${value}}`), 'ok', `${rule} refuses ${value}`)
  }
})

for (const [i, [, dto = '', checked = '']] of [
  ...page.matchAll(/```ts rules\n([\s\S]*?)```[\s\S]*?```checked\n([\s\S]*?)```/g),
].entries()) {
  test(`block ${i + 1} holds`, async () => {
    const generated = await generatedFrom(dto, `block-${i}`)
    const name = /export interface (\w+)/.exec(dto)?.[1]
    await assertChecked(generated, `bindJson${name}`, checked)
  })
}

test('own rules work as the page shows', async () => {
  const { rules } = new Function('defineConfig', blockOf('js config').replace('export default', 'return'))(
    (one: unknown) => one,
  )
  mkdirSync(join(workspace, 'src'))
  writeFileSync(join(workspace, 'src/rules.ts'), blockOf('ts rules.ts'))
  const generated = await generatedFrom(blockOf('ts own'), 'own', rules)
  const checked = /```ts own[\s\S]*?```checked\n([\s\S]*?)```/.exec(validationPage)?.[1] ?? ''
  await assertChecked(generated, 'bindJsonTable', checked)
})

test('every rule is on the page', () => {
  const missing = [...rules.keys()].filter((name) => !new RegExp(`[\`, |]${name}\\b`).test(page))
  assert.equal(missing, [])
})

test('each rule of texts has a row with texts that it takes and refuses', () => {
  const shown = new Set(rows.filter(({ refuses }) => refuses.length > 0).map(({ rule }) => rule))
  const missing = [...rules].filter(([name, { test, targets }]) => {
    return test !== undefined && targets.includes('string') && !shown.has(name)
  })
  assert.equal(
    missing.map(([name]) => name),
    [],
  )
})

type Exports = Readonly<Record<string, unknown>>

/** Lines of a `checked` block: a body and its issues. */
async function assertChecked(generated: Exports, binder: string, checked: string): Promise<void> {
  const lines = checked.trim().split('\n')
  for (const line of lines) {
    const [body = '', expected] = line.split('  ->  ')
    assert.is(await outcome(generated, binder, body), expected, body)
  }
}

function blockOf(info: string): string {
  const found = validationPage.split(`\n\`\`\`${info}\n`)[1]?.split('```')[0]
  if (found === undefined) throw new Error(`there is no block ${info}`)
  return found
}

async function generatedFrom(
  text: string,
  name: string,
  rules: Readonly<Record<string, RulePlace>> = {},
): Promise<Exports> {
  const folder = join(workspace, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'dto.ts'), text)
  const { diagnostics } = await generate({ inputs: [join(folder, 'dto.ts')], cwd: workspace, rules })
  // The tables show what required refuses, which is a warning.
  const others = diagnostics.filter(({ code }) => code !== 'CTX4016')
  assert.equal(
    others.map(({ message }) => message),
    [],
  )
  return import(pathToFileURL(join(folder, 'dto.bind.ts')).href)
}

async function outcome(generated: Exports, name: string, body: string): Promise<string> {
  const binder = generated[name]
  if (typeof binder !== 'function') throw new Error(`${name} is not exported`)
  try {
    await binder(bindInput({ contentType: 'application/json', body }))
    return 'ok'
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return error.issues
      .map(
        ({ path, rule, param, message }) =>
          `${path} ${rule}${param === undefined ? '' : `=${param}`}: ${message}`,
      )
      .join('; ')
  }
}

test.run()
