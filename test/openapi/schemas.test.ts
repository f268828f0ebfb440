import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { findOwnRules } from '../../packages/codegen/src/input/own-rules.ts'
import { bodyFormats, boundFields } from '../../packages/codegen/src/model/bound-fields.ts'
import { Places } from '../../packages/codegen/src/openapi/document/document-places.ts'
import { DtoSchemas } from '../../packages/codegen/src/openapi/document/dto-schema.ts'
import type { Schema } from '../../packages/codegen/src/openapi/document/openapi-document.ts'
import { SchemaRegistry } from '../../packages/codegen/src/openapi/document/schema-registry.ts'
import { sharedPatternTexts } from '../../packages/codegen/src/openapi/document/shared-pattern-texts.ts'
import { Sources } from '../../packages/codegen/src/parse/parse-sources.ts'
import { fixtureFolders, fixtureRules, root } from '../support/fixture-folders.ts'

/*
 * The schemas of a document and those that the runtime makes of the generated shapes are the same: the generator cannot import
 * the runtime, so each has its own last step.
 */

const folders = fixtureFolders('valid')
const base = join(root, 'fixtures/valid')
const sources = new Sources({
  paths: folders.map(({ path }) => join(path, 'dto.ts')),
  cwd: root,
  tsconfig: undefined,
  aliasTag: undefined,
  missing: 'error',
  any: 'error',
  rules: findOwnRules(fixtureRules(base), base),
  outputOf: () => undefined,
})

let compared = 0

for (const { name, path } of folders) {
  test(`${name}: documents and the runtime agree on schemas`, async () => {
    const { module } = sources.parse(join(path, 'dto.ts'))
    const generated: Record<string, unknown> = await import(pathToFileURL(join(path, 'dto.bind.ts')).href)
    for (const dto of module?.dtos ?? []) {
      const input = schemaFrom(generated[dto.name], 'input')
      // A sent-only DTO has one schema, that of its answers.
      const isRead = bodyFormats(dto).some((format) => format !== 'form' && format !== 'xml')
      if (module === undefined || input === undefined || !(isRead || dto.isSent)) continue
      const registry = new SchemaRegistry()
      const schemas = new DtoSchemas(registry)
      const [source = 'json'] = bodyFormats(dto).filter((format) => format !== 'form' && format !== 'xml')
      const own = isRead ? schemas.bodyOf(module, dto, source, new Set()) : schemas.sentBy(module, dto.name)
      const { document, schemas: components } = registry.resolve({ own }, new Places())
      const component = (ref: unknown): Schema | undefined =>
        components[String(ref).slice('#/components/schemas/'.length)]
      // As texts: a property may be called `constructor`.
      assert.is(
        JSON.stringify(plain(component(document.own['$ref']), component)),
        JSON.stringify(plain(input, (ref) => (ref === '#' ? input : definition(input, ref)))),
        dto.name,
      )
      compared++
      assert.ok(isRead || boundFields(dto, 'json') !== undefined)
    }
  })
}

test('most fixtures have a schema to compare', () => {
  assert.ok(compared > 40, String(compared))
})

test('the patterns are those of the runtime', async () => {
  const runtime: Record<string, unknown> = await import('@ctxgen/runtime/codegenv1')
  for (const [name, text] of Object.entries(sharedPatternTexts)) assert.is(text, runtime[name], name)
})

interface Described {
  readonly '~standard'?: {
    readonly jsonSchema?: Readonly<
      Record<'input' | 'output', (options: { readonly target: string }) => Schema>
    >
  }
}

function schemaFrom(dto: unknown, side: 'input' | 'output'): Schema | undefined {
  const described = dto as Described | undefined
  return described?.['~standard']?.jsonSchema?.[side]({ target: 'draft-2020-12' })
}

function definition(schema: Schema, ref: string): Schema | undefined {
  const all = (schema['$defs'] ?? {}) as Readonly<Record<string, Schema>>
  return all[ref.slice('#/$defs/'.length)]
}

/** A schema with its references in place, to a depth that recursive ones reach twice. */
function plain(value: unknown, target: (ref: string) => Schema | undefined, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((one) => plain(one, target, depth))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, $defs: _, $schema: __, description: ___, ...others } = value as Record<string, unknown>
  const entries = Object.entries(others).map(([key, one]) => [key, plain(one, target, depth)])
  if (typeof $ref !== 'string') return Object.fromEntries(entries)
  const behind = depth > 4 ? '…' : plain(target($ref), target, depth + 1)
  return entries.length === 0 ? behind : { $ref: behind, ...Object.fromEntries(entries) }
}

test.run()
