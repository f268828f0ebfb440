import { pathToFileURL } from 'node:url'
import { generate } from '@ctxgen/codegen'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { brokenStep } from '../../packages/codegen/src/check/rules/broken-step.ts'
import type { KnownValue } from '../../packages/codegen/src/check/rules/keeps.ts'
import type { ParseRun } from '../../packages/codegen/src/parse/dto/parse-run.ts'
import { parseRules } from '../../packages/codegen/src/parse/tags/parse-rules.ts'
import { inTempProject, type TempProject } from '../support/temp-project.ts'
import { ruleRows } from './rule-rows.ts'
import { moreRows, moreValues } from './schema-rows.ts'

/*
 * The generator checks known values (defaults, literals) against the rules beside them, without the
 * runtime. Both judge every documented value of docs/rules.md by every rule for its type.
 */

const scalars = ['string', 'int', 'int64', 'number', 'boolean']
const rows = [...ruleRows, ...moreRows].filter(
  ({ type, rule }) => scalars.includes(type.replace('[]', '')) && !/field|_with|_if|_unless/.test(rule),
)

test('the generator refuses the values that the runtime refuses', () =>
  inTempProject(async (project) => {
    const generated = await generatedFrom(project)
    const wrong: string[] = []
    const missed = new Set<string>()
    for (const [i, { rule, type }] of rows.entries()) {
      const standard = standardOf(generated[`R${i}`])
      const { steps } = parseRules({ text: rule, span: () => nowhere }, run)
      for (const value of valuesOf(type)) {
        const { issues } = await standard.validate({ v: value })
        const isBroken = brokenStep(steps, known(value, type), false) !== undefined
        const told = `${rule} of ${JSON.stringify(value)}`
        if (isBroken && issues === undefined) wrong.push(told)
        if (!isBroken && issues !== undefined && isOfType(value, type) && !rule.includes('dive'))
          missed.add(rule)
      }
    }
    assert.equal(wrong, [])
    assert.equal([...missed], [])
  }))

const nowhere = { path: '', line: 1, column: 1, endLine: 1, endColumn: 1 }
const run = {
  rules: new Map(),
  report: (_entry: unknown, _span: unknown, ...args: unknown[]) => assert.unreachable(String(args)),
} as unknown as ParseRun

interface Standard {
  readonly validate: (value: unknown) => Promise<{ readonly issues?: unknown }>
}

function standardOf(dto: unknown): Standard {
  return (dto as { readonly '~standard': Standard })['~standard']
}

function valuesOf(type: string): readonly unknown[] {
  const texts = rows.filter((row) => row.type === type).flatMap((row) => [...row.takes, ...row.refuses])
  return [...new Set([...texts, ...(moreValues[type] ?? [])])].map((text): unknown => JSON.parse(text))
}

function known(value: unknown, type: string): KnownValue {
  return (type === 'int64' && Number.isInteger(value) ? BigInt(Number(value)) : value) as KnownValue
}

function isOfType(value: unknown, type: string): boolean {
  if (type.endsWith('[]'))
    return Array.isArray(value) && value.every((one) => isOfType(one, type.slice(0, -2)))
  if (type === 'string' || type === 'boolean') return typeof value === type
  return type === 'number' ? typeof value === 'number' : Number.isSafeInteger(value)
}

async function generatedFrom(project: TempProject): Promise<Readonly<Record<string, unknown>>> {
  const types = rows.map(
    ({ rule, type }, i) => `/** @json */\nexport interface R${i} { /** @validate ${rule} */ v: ${type} }\n`,
  )
  project.write({ 'dto.ts': `import type { int, int64 } from '@ctxgen/runtime'\n${types.join('')}` })
  const { diagnostics } = await generate({ inputs: [project.at('dto.ts')], cwd: project.path })
  assert.equal(
    // `required` on a zero value is a warning, and its meaning is what is tested.
    diagnostics.filter(({ code }) => code !== 'CTX4016').map(({ message }) => message),
    [],
  )
  return import(pathToFileURL(project.at('dto.bind.ts')).href)
}

test.run()
