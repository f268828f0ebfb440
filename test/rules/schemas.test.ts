import { pathToFileURL } from 'node:url'
import { generate } from '@ctxgen/codegen'
import { rules } from '@ctxgen/core/rules/rules'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Schema, takes } from '../support/json-schema.ts'
import { inTempProject } from '../support/temp-project.ts'
import { ruleRows } from './rule-rows.ts'
import {
  nestedRows,
  nestedSource,
  presenceBodies,
  presenceRows,
  presenceSource,
} from './schema-nested-rows.ts'
import { looseRules, moreRows, moreValues } from './schema-rows.ts'

/*
 * A JSON Schema accepts every value that its rules accept, and refuses the others as far as it can express
 * the rules. Every rule of docs/rules.md is checked on every documented value for its type.
 */

const rows = [...ruleRows, ...moreRows]
const head = "import type { int, int64 } from '@ctxgen/runtime'\n"
const source = rows
  .map(
    ({ rule, type }, i) => `/** @json */\nexport interface R${i} { /** @validate ${rule} */ v: ${type} }\n`,
  )
  .join('')

const generatedRows = await generatedFrom(head + source)

test('a schema matches its rules', async () => {
  const sharper: string[] = []
  const looser: string[] = []
  for (const [i, { rule, type }] of rows.entries()) {
    const standard = standardOf(generatedRows[`R${i}`])
    for (const value of valuesOf(type)) {
      const { isTaken, isSaid } = await judge(standard, { v: value })
      const told = `${type} ${rule} of ${JSON.stringify(value)}`
      if (isTaken && !isSaid) sharper.push(told)
      if (!isTaken && isSaid && !isLoose(type, rule)) looser.push(told)
    }
  }
  assert.equal(sharper, [], 'refused by the schema alone')
  assert.equal(looser, [], 'taken by the schema alone')
})

test('rules that a schema expresses only in part are listed', async () => {
  for (const [i, { rule, type, refuses }] of rows.entries()) {
    if (!isLoose(type, rule)) continue
    const standard = standardOf(generatedRows[`R${i}`])
    const values = [...refuses.map((text): unknown => JSON.parse(text)), ...valuesOf(type)]
    const judged = await Promise.all(values.map((value) => judge(standard, { v: value })))
    assert.ok(
      judged.some(({ isTaken, isSaid }) => isSaid && !isTaken),
      `${type} ${rule} is said in full`,
    )
  }
})

test('a schema of nested objects matches their rules', async () => {
  const generated = await generatedFrom(head + nestedSource)
  for (const { dto, taken, refused } of nestedRows) {
    const standard = standardOf(generated[dto])
    for (const value of taken)
      assert.equal(await judge(standard, value), { isTaken: true, isSaid: true }, told(dto, value))
    for (const value of refused)
      assert.equal(await judge(standard, value), { isTaken: false, isSaid: false }, told(dto, value))
  }
})

function isLoose(type: string, rule: string): boolean {
  const { test, pattern, schema } = rules.get(rule) ?? {}
  if (type === 'string' && test !== undefined && pattern === undefined && schema?.['enum'] === undefined)
    return true
  return looseRules.some((loose) => loose.test(`${type} ${rule}`))
}

test('a schema states which properties require others', async () => {
  const generated = await generatedFrom(head + presenceSource)
  for (const [i, row] of presenceRows.entries()) {
    for (const name of [`P${i}`, `Z${i}`]) {
      const standard = standardOf(generated[name])
      for (const body of presenceBodies) {
        // Binders treat null as absent; schemas do not.
        if (body['v'] === null && row.includes('v?')) continue
        const { isTaken, isSaid } = await judge(standard, body)
        // If absence is a zero value, a schema cannot express everything.
        const isRight = name.startsWith('P') ? isTaken === isSaid : isSaid || !isTaken
        assert.ok(isRight, `${name} ${row} ${told('', body)}: ${isTaken}, and ${isSaid} in the schema`)
      }
    }
  }
})

interface Standard {
  readonly validate: (value: unknown) => Promise<{ readonly issues?: unknown }>
  readonly schema: Schema
}

async function judge(
  { validate, schema }: Standard,
  value: unknown,
): Promise<{ isTaken: boolean; isSaid: boolean }> {
  const { issues } = await validate(structuredClone(value))
  return { isTaken: issues === undefined, isSaid: takes(schema, value, schema) }
}

function standardOf(dto: unknown): Standard {
  const { validate, jsonSchema } = (dto as { readonly '~standard': StandardSchema })['~standard']
  return { validate, schema: jsonSchema.input({ target: 'draft-2020-12' }) }
}

interface StandardSchema {
  readonly validate: Standard['validate']
  readonly jsonSchema: { readonly input: (options: { readonly target: string }) => Schema }
}

/** All documented values of a type, and a few odd ones. */
function valuesOf(type: string): readonly unknown[] {
  const texts = rows.filter((row) => row.type === type).flatMap((row) => [...row.takes, ...row.refuses])
  return [...new Set([...texts, ...(moreValues[type] ?? [])])].map((text): unknown => JSON.parse(text))
}

function told(dto: string, value: unknown): string {
  return `${dto} ${JSON.stringify(value)}`
}

async function generatedFrom(text: string): Promise<Readonly<Record<string, unknown>>> {
  let generated = {}
  await inTempProject(async (project) => {
    project.write({ 'dto.ts': text })
    const { diagnostics } = await generate({ inputs: [project.at('dto.ts')], cwd: project.path })
    assert.equal(
      // `required` on a zero value is a warning, and its meaning is what is tested.
      diagnostics.filter(({ code }) => code !== 'CTX4016').map(({ message }) => message),
      [],
    )
    generated = await import(pathToFileURL(project.at('dto.bind.ts')).href)
  })
  return generated
}

test.run()
