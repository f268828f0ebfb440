import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { findOwnRules } from '../../packages/codegen/src/input/own-rules.ts'
import { bodyFormats, boundSources, isFile } from '../../packages/codegen/src/model/bound-fields.ts'
import type { DtoModule, ObjectType } from '../../packages/codegen/src/model/dto.ts'
import { isDecoded, isTextSource, type Source } from '../../packages/codegen/src/model/source.ts'
import { Places } from '../../packages/codegen/src/openapi/document/document-places.ts'
import { DtoSchemas } from '../../packages/codegen/src/openapi/document/dto-schema.ts'
import type { Schema } from '../../packages/codegen/src/openapi/document/openapi-document.ts'
import { SchemaRegistry } from '../../packages/codegen/src/openapi/document/schema-registry.ts'
import { Sources } from '../../packages/codegen/src/parse/parse-sources.ts'
import { shapeFields, usualKind } from '../../packages/codegen/src/plan/shape/shape-kind.ts'
import { binderName } from '../../packages/codegen/src/plan/words.ts'
import { fixtureFolders, fixtureRules, root } from '../support/fixture-folders.ts'

// The schemas of a document and those that the runtime makes of generated shapes are the same, source by source.

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

/** The compared schemas by source. */
const compared = new Map<string, number>()

for (const { name, path } of folders) {
  test(`${name}: documents and the runtime agree on schemas`, async () => {
    const { module } = sources.parse(join(path, 'dto.ts'))
    if (module === undefined) throw new Error(`${path} has no model`)
    const generated: Record<string, unknown> = await import(pathToFileURL(join(path, 'dto.bind.ts')).href)
    for (const { of, source, schema } of documented(module)) {
      const input = schemaFrom(generated[of], source)
      if (input === undefined) continue
      // As texts: a property may be called `constructor`.
      assert.is(
        JSON.stringify(schema),
        JSON.stringify(plain(input, (ref) => (ref === '#' ? input : definition(input, ref)))),
        `${of} ${source}`,
      )
      compared.set(source, (compared.get(source) ?? 0) + 1)
    }
  })
}

test('fixtures have schemas of each kind to compare', () => {
  const least = { uri: 5, query: 40, header: 10, cookie: 5, form: 15, json: 100, msgpack: 5, sent: 5 }
  for (const [source, count] of Object.entries(least))
    assert.ok((compared.get(source) ?? 0) >= count, `${source}: ${compared.get(source)}`)
})

interface DocumentedSchema {
  /** The name of the DTO. */
  readonly of: string
  /** `sent` for a DTO that is only sent. */
  readonly source: string
  readonly schema: unknown
}

/** The schemas of a document for each source of each DTO. */
function documented(module: DtoModule): readonly DocumentedSchema[] {
  const made: DocumentedSchema[] = []
  const add = (of: string, source: string, make: (schemas: DtoSchemas) => Schema): void => {
    const registry = new SchemaRegistry()
    const own = make(new DtoSchemas(registry))
    const { document, schemas } = registry.resolve({ own }, new Places())
    const component = (ref: string): Schema | undefined => schemas[ref.slice('#/components/schemas/'.length)]
    const behind = typeof document.own['$ref'] === 'string' ? component(document.own['$ref']) : document.own
    made.push({ of, source, schema: plain(behind, component) })
  }
  for (const dto of module.dtos) {
    for (const source of boundSources(dto)) {
      // The runtime leaves files out of its schemas.
      const kind = { ...usualKind(dto), source, part: 'bound' } as const
      if (shapeFields(dto, kind).some(({ field }) => isFile(field))) continue
      if (isTextSource(source) || bodyFormats(dto).includes(source))
        add(dto.name, source, (schemas) => schemas.bodyOf(module, inSource(dto, source), source, new Set()))
    }
    if (dto.isSent && !bodyFormats(dto).some((one) => one !== 'form' && one !== 'xml'))
      add(dto.name, 'sent', (schemas) => schemas.sentBy(module, dto.name))
  }
  for (const body of module.bodies)
    for (const format of body.value.bindings.map((one) => one.source).filter(isDecoded))
      add(body.name, format, (schemas) => schemas.wholeBody(module, body, format))
  return made
}

interface Described {
  readonly '~standard'?: {
    readonly jsonSchema?: Readonly<
      Record<'input' | 'output', (options: { readonly target: string }) => Schema>
    >
  }
}

/** A document asks this of bodies alone. Other programs send headers and cookies, too. */
function inSource(dto: ObjectType, source: Source): ObjectType {
  return ['uri', 'header', 'respHeader', 'cookie'].includes(source) ? { ...dto, unknown: undefined } : dto
}

function schemaFrom(dto: unknown, source: string): Schema | undefined {
  const binder = source === 'sent' ? dto : Object(dto)[binderName(source as 'json')]
  const described = binder as Described | undefined
  return described?.['~standard']?.jsonSchema?.input({ target: 'draft-2020-12' })
}

function definition(schema: Schema, ref: string): Schema | undefined {
  const all = (schema['$defs'] ?? {}) as Readonly<Record<string, Schema>>
  return all[decodeURI(ref.slice('#/$defs/'.length))]
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
