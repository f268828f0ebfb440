import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect, isDeepStrictEqual } from 'node:util'
import { generate } from '@ctxgen/codegen'
import { BindError, type BindInput } from '@ctxgen/runtime'
import { cbor } from '@ctxgen/runtime/cbor'
import { msgpack } from '@ctxgen/runtime/msgpack'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { bindJsonKept, stringifyKept } from '../../fixtures/valid/unions-by-fit/dto.bind.ts'
import { decodeJson } from '../reference/decode-json.ts'
import { encodeBinary } from '../reference/encode-binary.ts'
import { bindInput } from '../support/bind-input.ts'
import type { Generated } from '../support/binder-cases.ts'
import { choiceSource, choiceSources, choiceValues } from '../support/choice-sources.ts'
import { root } from '../support/fixture-folders.ts'
import { type Schema, takes } from '../support/json-schema.ts'
import { checkedErrors } from '../support/strict-compile.ts'
import { inTempProject, type TempProject } from '../support/temp-project.ts'
import { unionRows } from './union-rows.ts'
import { unionSource } from './union-sources.ts'

test('unions of real interfaces bind from every decoded format, and are written back unchanged', () =>
  inTempProject(async (project) => {
    const generated = await generatedFrom(unionSource, project)
    for (const { dto, taken, refused } of unionRows) {
      for (const body of taken) {
        const told = `${dto} ${JSON.stringify(body)}`
        const bound = bind(generated, 'Json', dto, jsonInput(body))
        assert.ok(isDeepStrictEqual(plain(call(generated, `stringify${dto}`, bound)), plain(body)), told)
        for (const [word, format] of binaries) {
          const other = bind(generated, word, dto, binaryInput(body, format))
          assert.ok(isDeepStrictEqual(other, bound), `${told} as ${format} is ${inspect(other)}`)
        }
        assert.equal(await judge(generated[dto], body), { isTaken: true, isSaid: true }, told)
      }
      for (const [body, issue] of refused) {
        const told = `${dto} ${JSON.stringify(body)}`
        assert.equal(
          issuesOf(() => bind(generated, 'Json', dto, jsonInput(body))),
          [issue],
          told,
        )
        for (const [word, format] of binaries) {
          const issues = issuesOf(() => bind(generated, word, dto, binaryInput(body, format)))
          assert.equal(issues, [issue], `${told} as ${format}`)
        }
        assert.equal(await judge(generated[dto], body), { isTaken: false, isSaid: false }, told)
      }
    }
  }))

interface Sample {
  readonly at: Date
  readonly data: Uint8Array
  readonly log: readonly [string, Date, Uint8Array]
}

test('native dates and bytes take the kind of their text, and no other', () =>
  inTempProject(async (project) => {
    const generated = await generatedFrom(unionSource, project)
    const body = { margin: 1, when: '$date:2024-02-29T12:00:00.000Z', icon: '$bytes:AAEC' }
    for (const [word, format] of binaries) {
      const bound = bind(generated, word, 'Box', binaryInput(body, format))
      const wanted = { margin: 1, when: new Date('2024-02-29T12:00:00Z'), icon: new Uint8Array([0, 1, 2]) }
      assert.equal(
        plain(call(generated, 'stringifyBox', bound)),
        plain(call(generated, 'stringifyBox', wanted)),
      )
      const issues = issuesOf(() => bind(generated, word, 'Box', binaryInput({ margin: body.icon }, format)))
      assert.equal(issues, ['margin: must be a string, a number or a list'])
      const sample = { at: body.when, data: body.icon, log: ['a', body.when, body.icon] }
      const { at, data, log } = bind(generated, word, 'Sample', binaryInput(sample, format)) as Sample
      assert.equal([at, Buffer.from(data)], [wanted.when, Buffer.from(wanted.icon)])
      assert.equal([log[0], log[1], Buffer.from(log[2])], ['a', at, Buffer.from(data)])
    }
  }))

test('the output for them compiles under the strictest flags', () =>
  inTempProject(async (project) => {
    await generatedFrom(unionSource, project)
    const flags = JSON.stringify({
      extends: join(root, 'fixtures/tsconfig.json'),
      include: [],
      files: ['dto.bind.ts'],
    })
    project.write({ 'tsconfig.json': flags })
    assert.equal(await checkedErrors(project.at('tsconfig.json')), [])
  }))

test('the best-matching member accepts nothing that its schema refuses, and refuses nothing that another would accept', () =>
  inTempProject(async (project) => {
    const generated = await generatedFrom(choiceSource, project)
    let refused = 0
    for (const [i, source] of choiceSources.entries()) {
      for (const v of choiceValues(source)) {
        const told = `U${i} ${JSON.stringify(v)}`
        const { isTaken, isSaid } = await judge(generated[`U${i}`], { v })
        const alone = await Promise.all(
          source.types.map((_, at) => judge(generated[`U${i}of${at}`], { v }).then((one) => one.isTaken)),
        )
        assert.ok(isSaid || !isTaken, `${told} is taken, and the schema refuses it`)
        assert.is(alone.includes(true), isSaid, `${told} is taken by ${alone}`)
        if (isSaid && !isTaken) refused++
        if (!isTaken) continue
        const bound = bind(generated, 'Json', `U${i}`, jsonInput({ v }))
        const again = plain(call(generated, `stringifyU${i}`, bound))
        assert.equal(
          bind(generated, 'Json', `U${i}`, jsonInput(Object(again))),
          bound,
          `${told} is written as ${inspect(again)}`,
        )
      }
    }
    assert.ok(refused > 0)
  }))

test('a bound value is written back as the type that it was read as', () => {
  const body = '{"part":{"texts":[],"inner":{"note":"n"},"level":7}}'
  const bound = bindJsonKept(bindInput({ body, contentType: 'application/json' }))
  assert.is(stringifyKept(bound), '{"part":{"texts":[],"inner":{"note":"n"}}}')
})

test('each format matches the members of a type by its own keys', () =>
  inTempProject(async (project) => {
    const generated = await generatedFrom(codedSource, project)
    const wanted = { v: { name: 'n', size: 5 } }
    const other = { v: { name: 'n', at: new Date('2024-01-31T00:00:00Z') } }
    assert.equal(bind(generated, 'Json', 'Coded', jsonInput({ v: { full_name: 'n', size: 5 } })), wanted)
    for (const [word, format] of binaries) {
      const bindOne = (v: object): unknown => bind(generated, word, 'Coded', binaryInput({ v }, format))
      assert.equal(bindOne({ n: 'n', s: 5 }), wanted, format)
      assert.equal(bindOne({ n: 'n', a: '$date:2024-01-31T00:00:00Z' }), other, format)
      // This format has no key `size`, so the first of two equal matches is read.
      assert.equal(
        issuesOf(() => bindOne({ size: 5 })),
        ['v.n: is required'],
      )
    }
    assert.equal(plain(call(generated, 'stringifyCoded', wanted)), { v: { full_name: 'n', size: 5 } })
    assert.equal(plain(call(generated, 'stringifyCoded', other)), {
      v: { name: 'n', at: '2024-01-31T00:00:00.000Z' },
    })
  }))

const codedSource = `
/** @json @msgpack @cbor @response */
export interface Coded { v: Long | Short }
export interface Long {
  /** @json full_name @msgpack n @cbor n */ name: string
  /** @msgpack s @cbor s */ size?: number
}
export interface Short {
  /** @msgpack n @cbor n */ name: string
  /** @msgpack a @cbor a */ at?: Date
}
`

const binaries = [
  ['MsgPack', 'msgpack'],
  ['Cbor', 'cbor'],
] as const

const codecs = { msgPack: msgpack(), cbor: cbor() }

async function generatedFrom(text: string, project: TempProject): Promise<Generated> {
  project.write({ 'dto.ts': text })
  const { diagnostics } = await generate({ inputs: [project.at('dto.ts')], cwd: project.path })
  assert.equal(
    diagnostics.map(({ message }) => message),
    [],
  )
  return import(pathToFileURL(project.at('dto.bind.ts')).href)
}

function jsonInput(body: object): BindInput {
  return bindInput({ contentType: 'application/json', body: JSON.stringify(body) })
}

function binaryInput(body: object, format: 'msgpack' | 'cbor'): BindInput {
  const bytes = encodeBinary(format, decodeJson(JSON.stringify(body)), false)
  return { ...bindInput({ contentType: `application/${format}`, settings: codecs }), bodyBytes: () => bytes }
}

function bind(generated: Generated, word: string, dto: string, input: BindInput): unknown {
  return call(generated, `bind${word}${dto}`, input)
}

function call(generated: Generated, name: string, argument: unknown): unknown {
  const called = generated[name]
  if (typeof called !== 'function') throw new Error(`${name} is not exported`)
  return called(argument)
}

/** The value of a JSON text, or a value's JSON round trip. */
function plain(value: unknown): unknown {
  return JSON.parse(typeof value === 'string' ? value : JSON.stringify(value))
}

function issuesOf(run: () => unknown): readonly string[] {
  try {
    return [`none, but ${inspect(run())}`]
  } catch (error) {
    if (!(error instanceof BindError)) throw error
    return error.issues.map(({ path, message }) => `${path}: ${message}`)
  }
}

interface Standard {
  readonly validate: (value: unknown) => Promise<{ readonly issues?: unknown }>
  readonly jsonSchema: { readonly input: (options: { readonly target: string }) => Schema }
}

async function judge(dto: unknown, value: unknown): Promise<{ isTaken: boolean; isSaid: boolean }> {
  const standard = (dto as { readonly '~standard': Standard })['~standard']
  const schema = standard.jsonSchema.input({ target: 'draft-2020-12' })
  const { issues } = await standard.validate(structuredClone(value))
  return { isTaken: issues === undefined, isSaid: takes(schema, value, schema) }
}

test.run()
