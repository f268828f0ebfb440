import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { BindError, setParserDecoder, ValidationError } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { bindInput } from './bind-input.ts'
import { type Generated, readBinderCases } from './binder-cases.ts'
import { fixtureFolders } from './fixture-folders.ts'
import { inTempProject, type TempProject } from './temp-project.ts'

// A body that is as declared is taken in one go, any other is read again, fault by fault. Here the takers are cut out of a
// copy of each golden, and both must make the same of bodies that were changed at every place.

const folders = fixtureFolders('valid').filter(({ path }) => existsSync(join(path, 'cases.json')))

/** Both ways in: a DTO's binders, and its Standard Schema. */
const draftTaker = /faults\.taken\(take\w+\(json, [^)]*faults\.levels[^)]*\)\)/g
const schemaTaker = /(standardSchema\(\s*(?:readerOf\([\w, ]+\)|\w+),\s*\w+,\s*\w+),\s*take\w+(?=,?\s*\))/g

let foldersWithTakers = 0

for (const { name, path } of folders) {
  test(name, () =>
    inTempProject(async (project) => {
      cpSync(path, project.at('taken'), { recursive: true })
      cpSync(path, project.at('read'), { recursive: true })
      const text = project.read('read/dto.bind.ts')
      if (!draftTaker.test(text)) return
      foldersWithTakers++
      const cut = text.replace(draftTaker, 'faults.taken<never>(undefined)').replace(schemaTaker, '$1')
      project.write({ 'read/dto.bind.ts': cut })
      const [taken, read] = [await load(project, 'taken'), await load(project, 'read')]
      for (const body of bodies(join(path, 'cases.json'))) {
        for (const value of changed(body)) await compare(value, taken, read)
        for (const value of parts(body)) await compareInto(value, body, taken, read)
        for (const value of joined(body)) await compareDepth(value, taken, read)
        setParserDecoder({ ignoreUnknownKeys: false })
        await compare(body, taken, read)
        await compare({ ...Object(body), unknown: 1 }, taken, read)
        setParserDecoder({})
      }
    }),
  )
}

test('most goldens have takers', () => assert.ok(foldersWithTakers > 10, String(foldersWithTakers)))

function load(project: TempProject, folder: string): Promise<Generated> {
  return import(pathToFileURL(project.at(`${folder}/dto.bind.ts`)).href)
}

/** The bodies of the cases, decoded. */
function bodies(casesPath: string): readonly unknown[] {
  const texts = readBinderCases(casesPath).flatMap(({ body }) =>
    body === undefined ? [] : [typeof body === 'string' ? body : JSON.stringify(body)],
  )
  return [...new Set(texts)].flatMap((text) => {
    try {
      return [JSON.parse(text)]
    } catch {
      return []
    }
  })
}

/** What stands in for a value; every one is made anew, since binders may keep what they are given. */
const strangers: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => true,
  () => '',
  () => 'text',
  () => 'AAEC',
  () => '2024-02-29T12:00:00Z',
  () => '2024-02-30T12:00:00Z',
  () => 0,
  () => -0,
  () => 1,
  () => 1.5,
  () => -129,
  () => 2 ** 53,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => 7n,
  () => 2n ** 64n,
  () => [],
  () => [null],
  () => ['a', 1],
  () => [1, 2],
  () => new Array(2),
  () => ({}),
  () => Object.create({ kind: 'circle', name: 'inherited', id: 1 }),
  () => new Date(0),
  () => new Uint8Array([1]),
  () => new Map([['a', 1]]),
  () => deep((parent) => ({ id: 'x', parent })),
  () => deep((reply) => ({ text: '', replies: reply === undefined ? [] : [reply] })),
]

function deep(around: (value: unknown) => unknown): unknown {
  let value: unknown
  for (let i = 0; i < 40; i++) value = around(value)
  return value
}

/** The value itself, and the value with each of its parts replaced in turn, or joined by a member that nobody declared. */
function* changed(value: unknown): Generator<unknown> {
  yield value
  for (const stranger of strangers) yield stranger()
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      for (const one of changed(value[i])) yield value.with(i, one)
    }
    yield [...value, ...value]
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      for (const one of changed(member)) yield { ...value, [key]: one }
      const { [key]: _, ...rest } = value as Record<string, unknown>
      yield rest
      yield { ...rest, [key]: member }
    }
    yield { ...value, unknown: 1 }
    yield Object.assign(Object.create(null), value)
  }
}

/** The value, and the value with lists in lists at each of its places, behind a key that nobody declared or for a member. */
function* joined(value: unknown): Generator<unknown> {
  yield value
  if (Array.isArray(value)) {
    for (const [i, one] of value.entries()) for (const other of joined(one)) yield value.with(i, other)
  } else if (typeof value === 'object' && value !== null) {
    for (const nested of [[], [[]], { a: [[{}]] }]) yield { ...value, unknown: nested }
    for (const [key, member] of Object.entries(value)) {
      yield { ...value, [key]: [member] }
      for (const other of joined(member)) yield { ...value, [key]: other }
    }
  }
}

/** The value, and what is left of it without one of its members, or without any. */
function parts(value: unknown): readonly unknown[] {
  const members = Object.entries(Object(value))
  const without = members.map((one) => Object.fromEntries(members.filter((other) => other !== one)))
  return [value, ...without, {}]
}

async function compare(value: unknown, taken: Generated, read: Generated): Promise<void> {
  for (const name of Object.keys(read)) {
    if (name.startsWith('bindJson')) {
      assert.is(await bound(name, value, taken), await bound(name, value, read), name)
      assert.is(await bound(name, value, taken, 2), await bound(name, value, read, 2), `${name}, two deep`)
    } else if (/^[A-Z]/.test(name)) {
      const [one, other] = [await validated(taken[name], value), await validated(read[name], value)]
      assert.is(one, other, `${name} by its schema`)
    }
  }
}

function bound(name: string, value: unknown, generated: Generated, maxDepth = 32): Promise<string> {
  const binder = binderOf(generated, name)
  return outcomeOf(() => binder(inputOf(value, maxDepth)))
}

/** As text, with limits around how deep it is. */
async function compareDepth(value: unknown, taken: Generated, read: Generated): Promise<void> {
  const body = JSON.stringify(value)
  const depth = depthOf(JSON.parse(body))
  for (const name of Object.keys(read).filter((one) => one.startsWith('bindJson'))) {
    for (const maxDepth of [depth - 2, depth - 1, depth]) {
      if (maxDepth < 1) continue
      const input = bindInput({ contentType: 'application/json', body, settings: { maxDepth } })
      const one = await outcomeOf(() => binderOf(taken, name)(input))
      assert.is(one, await outcomeOf(() => binderOf(read, name)(input)), `${name} ${maxDepth} deep: ${body}`)
    }
  }
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

/** With an `out`, bound from the whole of the body. */
async function compareInto(
  value: unknown,
  before: unknown,
  taken: Generated,
  read: Generated,
): Promise<void> {
  for (const name of Object.keys(read).filter((one) => one.startsWith('bindJson'))) {
    const [one, other] = [
      await boundInto(name, value, before, taken),
      await boundInto(name, value, before, read),
    ]
    assert.is(one, other, `${name} with out`)
  }
}

function boundInto(name: string, value: unknown, before: unknown, generated: Generated): Promise<string> {
  const binder = binderOf(generated, name)
  return outcomeOf(async () => binder(inputOf(value, 32), await binder(inputOf(structuredClone(before), 32))))
}

function binderOf(generated: Generated, name: string): (...args: unknown[]) => unknown {
  const binder = generated[name]
  if (typeof binder !== 'function') throw new Error(`${name} is no function`)
  return (...args) => binder(...args)
}

/** What the decoder gives stands for what a body decodes to, and may be what no JSON text says. */
function inputOf(value: unknown, maxDepth: number): ReturnType<typeof bindInput> {
  const settings = { maxDepth, jsonDecoder: () => value }
  return bindInput({ contentType: 'application/json', body: 'x', settings })
}

function validated(dto: unknown, value: unknown): Promise<string> {
  const { '~standard': schema } = dto as { '~standard': { validate: (value: unknown) => unknown } }
  return outcomeOf(() => schema.validate(value))
}

/** A text of everything that can be seen of an outcome: the order of properties, prototypes, -0. */
async function outcomeOf(run: () => unknown): Promise<string> {
  const whole = { depth: 100, maxArrayLength: null, maxStringLength: null } as const
  try {
    return inspect(await run(), whole)
  } catch (error) {
    if (error instanceof BindError || error instanceof ValidationError) return inspect(error.issues, whole)
    return String(error)
  }
}

test.run()
