#!/usr/bin/env node
// node size/forms.mjs: what a page bundles to check a form of ten properties, by ctxgen and by other libraries.
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describeRun } from '../describe-run.mjs'

const folder = fileURLToPath(new URL('.', import.meta.url))
/** Holds the form, and the same as JSON, which the tests of bundlers and pages use as well. */
const dtos = '../../test/compat/browser/dto'

const others = {
  'zod 4': `import * as z from 'zod'
export const check = z.object({
  name: z.string().min(3).max(32), email: z.email(), password: z.string().min(8).max(72),
  age: z.coerce.number().int().min(18).max(120), plan: z.enum(['free', 'pro', 'team']).default('free'),
  company: z.string().max(100).optional(), tags: z.array(z.string()).max(5), newsletter: z.stringbool().default(false),
  country: z.string().max(2), note: z.string().max(500).optional(),
})`,
  valibot: `import * as v from 'valibot'
export const check = v.object({
  name: v.pipe(v.string(), v.minLength(3), v.maxLength(32)), email: v.pipe(v.string(), v.email()),
  password: v.pipe(v.string(), v.minLength(8), v.maxLength(72)),
  age: v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(18), v.maxValue(120)),
  plan: v.optional(v.picklist(['free', 'pro', 'team']), 'free'),
  company: v.optional(v.pipe(v.string(), v.maxLength(100))), tags: v.pipe(v.array(v.string()), v.maxLength(5)),
  newsletter: v.optional(v.pipe(v.picklist(['true', 'false']), v.transform((text) => text === 'true')), 'false'),
  country: v.pipe(v.string(), v.maxLength(2)), note: v.optional(v.pipe(v.string(), v.maxLength(500))),
})
export const parse = (value) => v.safeParse(check, value)`,
  'TypeBox, with Value': `import { FormatRegistry, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
FormatRegistry.Set('email', (text) => /^[^@]+@[^@]+$/.test(text))
const schema = Type.Object({
  name: Type.String({ minLength: 3, maxLength: 32 }), email: Type.String({ format: 'email' }),
  password: Type.String({ minLength: 8, maxLength: 72 }), age: Type.Integer({ minimum: 18, maximum: 120 }),
  plan: Type.Union([Type.Literal('free'), Type.Literal('pro'), Type.Literal('team')], { default: 'free' }),
  company: Type.Optional(Type.String({ maxLength: 100 })), tags: Type.Array(Type.String(), { maxItems: 5 }),
  newsletter: Type.Boolean({ default: false }), country: Type.String({ maxLength: 2 }),
  note: Type.Optional(Type.String({ maxLength: 500 })),
})
export const check = (value) => [...Value.Errors(schema, Value.Convert(schema, Value.Default(schema, value)))]`,
  ArkType: `import { type } from 'arktype'
export const check = type({
  name: '3 <= string <= 32', email: 'string.email', password: '8 <= string <= 72',
  age: 'string.integer.parse |> 18 <= number <= 120', plan: "'free' | 'pro' | 'team' = 'free'",
  'company?': 'string <= 100', tags: 'string[] <= 5', newsletter: 'boolean = false', country: 'string <= 2',
  'note?': 'string <= 500',
})`,
}

describeRun('esbuild for a browser, minified, gzip -9; each checks the same form of ten properties')
console.log('\n| | kB minified | compressed |\n| --- | --- | --- |')
for (const source of ['Form', 'Json']) {
  const word = source.toLowerCase()
  const from = `from '${dtos}/member-${word}.bind.ts'`
  const imports = `import { bind${source}Member${source} } ${from}\nimport { ${word}Check } from '@ctxgen/runtime/check'`
  await show(
    `ctxgen, ${word}Check()`,
    `${imports}\nexport const check = ${word}Check(bind${source}Member${source})`,
  )
  await show(`the DTO of @${word}`, `export { Member${source} } ${from}`)
}
for (const [name, text] of Object.entries(others)) await show(name, text)

async function show(name, contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder, loader: 'js' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
  })
  const [{ contents: code }] = outputFiles
  console.log(`| ${name} | ${kB(code.length)} | ${kB(gzipSync(code, { level: 9 }).length)} |`)
}

function kB(bytes) {
  return (bytes / 1000).toFixed(1)
}
