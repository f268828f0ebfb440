import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { bindInput } from '../../support/bind-input.ts'
import { inTempProject, type TempProject } from '../../support/temp-project.ts'

/** A bundler with the plugin. It bundles `src/main.ts` and its imports into `out/main.mjs`. */
export interface Bundler {
  readonly name: string
  build(cwd: string): Promise<Built>
  /** Builds now and after each change, until the returned function is called. */
  watch(cwd: string, onBuilt: (built: Built) => void): Promise<() => Promise<unknown>>
}

export interface Built {
  readonly errors: readonly BuildError[]
  readonly warnings: readonly BuildError[]
}

/** A message of a bundler. */
export interface BuildError {
  readonly text: string
  /** In the bundler's own counting. */
  readonly file?: string | undefined
  readonly line?: number | undefined
  /** Zero-based. */
  readonly column?: number | undefined
}

export const sources = {
  'ctxgen.config.json': '{ "inputs": ["src/dto"] }',
  'src/dto/user.ts': dto('id: int'),
  'src/main.ts': `import type { BindInput } from '@ctxgen/runtime/codegenv1'
import { bindQueryUser } from './dto/user.bind.js'

export const handle = (c: BindInput): string => JSON.stringify(bindQueryUser(c), (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
`,
} as const

/** Byte columns differ from JavaScript's from the first property on. */
export function dto(...properties: readonly string[]): string {
  return `import type { int } from '@ctxgen/runtime'

/** @query */
export interface User { /** Ü */ ${properties.join('; ')} }
`
}

const output = 'src/dto/user.bind.ts'
const goodDto = dto('id: int')
const badDto = dto('id: symbol')

/** The bundle's answer to `?id=7`. */
export async function answer(project: TempProject): Promise<unknown> {
  const module: { handle: (c: unknown) => string } = await import(
    `${pathToFileURL(project.at('out/main.mjs')).href}?${Math.random()}`
  )
  return JSON.parse(module.handle(bindInput({ query: 'id=7' })))
}

export function isBadType(
  { text, file, line, column }: BuildError,
  project: TempProject,
  of = 'user',
): boolean {
  return (
    text.includes('CTX2001') &&
    file !== undefined &&
    [`src/dto/${of}.ts`, project.at(`src/dto/${of}.ts`)].includes(file) &&
    line === 4 &&
    column === badDto.split('\n')[3]?.indexOf('id')
  )
}

/** Scenarios that every bundler must pass with the plugin. */
export function describePlugin(bundler: Bundler): void {
  const { name } = bundler

  test(`${name}: generates before the first module is loaded`, () =>
    inTempProject(async (project) => {
      project.write(sources)
      assert.equal(await bundler.build(project.path), { errors: [], warnings: [] })
      assert.equal(await answer(project), { id: 7 })
      project.write({ 'src/dto/user.ts': dto('id: int', '/** @default 2 */ page: int') })
      assert.equal((await bundler.build(project.path)).errors, [])
      assert.equal(await answer(project), { id: 7, page: 2 })
    }))

  test(`${name}: an error has its place, and the previous output stays`, () =>
    inTempProject(async (project) => {
      project.write(sources)
      await bundler.build(project.path)
      const before = project.read(output)
      project.write({ 'src/dto/user.ts': badDto, 'src/dto/other.ts': badDto.replace('User', 'Many') })
      const { errors } = await bundler.build(project.path)
      const found = errors.filter((error) => ['user', 'other'].some((of) => isBadType(error, project, of)))
      assert.ok(found.length > 0, JSON.stringify(errors))
      const texts = errors.map(({ text }) => text).join('\n')
      // Rollup stops at the first error, which then mentions the others.
      assert.is(texts.match(/CTX2001/g)?.length, 2, texts)
      assert.is(project.read(output), before)
    }))

  test(`${name}: a warning stays a warning`, () =>
    inTempProject(async (project) => {
      project.write({
        ...sources,
        'src/dto/user.ts': `${dto('id: int')}\n/** @query */\ninterface Hidden { a: string }\n`,
      })
      const { errors, warnings } = await bundler.build(project.path)
      assert.equal(errors, [])
      assert.equal(
        warnings.map(({ text }) => text.includes('CTX')),
        [true],
        JSON.stringify(warnings),
      )
    }))

  test(`${name}: several builds at once, and wrong options`, () =>
    inTempProject(async (project) => {
      project.write(sources)
      const built = await Promise.all([bundler.build(project.path), bundler.build(project.path)])
      assert.equal(
        built.flatMap(({ errors }) => errors),
        [],
      )
      project.write({ 'ctxgen.config.json': '{ "inputs": ["src/nowhere"] }' })
      const { errors } = await bundler.build(project.path)
      assert.match(JSON.stringify(errors), 'src/nowhere does not exist')
    }))

  test(`${name}: follows changes, errors and their fixes`, () =>
    inTempProject(async (project) => {
      project.write(sources)
      const watched = await startWatch(bundler, project)
      try {
        await watched.until(async ({ errors }) => errors.length === 0 && is(await answer(project), { id: 7 }))
        await watched.rest()
        const first = project.read(output)
        await followChanges(project, watched)
        project.write({ 'src/dto/user.ts': goodDto })
        await watched.until(async ({ errors }) => errors.length === 0 && is(await answer(project), { id: 7 }))
        assert.is(project.read(output), first)
      } finally {
        await watched.stop()
      }
    }))

  test(`${name}: the document of an app is written, and follows its handlers`, () =>
    inTempProject(async (project) => {
      project.write(service)
      assert.equal((await bundler.build(project.path)).errors, [])
      assert.equal(described(project), [['get /users', ['id'], ['id', 'name']]])
      const watched = await startWatch(bundler, project)
      try {
        await followHandlers(project, watched)
      } finally {
        await watched.stop()
      }
    }))
}

const manifest = JSON.stringify({ name: 'users', version: '1.0.0', type: 'module' })

/** A service that the bundle does not contain. */
export const service = {
  ...sources,
  'package.json': manifest,
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext", "types": [] } }',
  'ctxgen.config.json':
    '{ "inputs": ["src/dto"], "openapi": { "app": "src/app.ts", "output": "api/openapi.json" } }',
  'src/app.ts': app("app.get('/users', (c) => c.json(find(bindQueryUser(c).id)))"),
  'src/users.ts': users('name: string'),
}

/** The app of the service, with one route. */
export function app(route: string): string {
  return `import { App } from '@ctxgen/runtime'
import { bindQueryUser } from './dto/user.bind.js'
import { find } from './users.js'

export const app = new App()
${route}
`
}

function users(property: string): string {
  return `export declare function find(id: number): { id: number; ${property} }\n`
}

/** The operations of the written document, with what they answer. */
export function described(project: TempProject): unknown {
  const { paths } = JSON.parse(project.read('api/openapi.json'))
  return Object.entries<Record<string, Operation>>(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters = [], responses }]) => [
      `${method} ${path}`,
      parameters.map(({ name }) => name),
      Object.keys(responses['200']?.content?.['application/json']?.schema.properties ?? {}),
    ]),
  )
}

interface Operation {
  readonly parameters?: readonly { readonly name: string }[]
  readonly responses: Readonly<
    Record<string, { content?: Record<string, { schema: { properties?: object } }> }>
  >
}

async function followHandlers(project: TempProject, watched: Watched): Promise<void> {
  const becomes = async (expected: readonly unknown[]): Promise<void> => {
    await watched.until(({ errors }) => errors.length === 0 && is(described(project), expected))
    await watched.rest()
  }
  await becomes([['get /users', ['id'], ['id', 'name']]])
  project.write({ 'src/app.ts': app("app.get('/people', (c) => c.json(find(bindQueryUser(c).id)))") })
  await becomes([['get /people', ['id'], ['id', 'name']]])
  project.write({ 'src/users.ts': users('email: string') })
  await becomes([['get /people', ['id'], ['id', 'email']]])
  project.write({ 'src/dto/user.ts': dto('id: int', 'page?: int') })
  await becomes([['get /people', ['id', 'page'], ['id', 'email']]])
  const before = project.read('api/openapi.json')
  project.write({ 'src/app.ts': app('app.get(String(Math.random()), (c) => c.json(find(1)))') })
  await watched.until(({ errors }) => errors.some((error) => isUnreadPath(error, project)))
  assert.is(project.read('api/openapi.json'), before)
  await watched.rest()
  project.write({ 'src/app.ts': app("app.post('/users', (c) => c.json(find(1)))") })
  await becomes([['post /users', [], ['id', 'email']]])
}

function isUnreadPath({ text, file, line, column }: BuildError, project: TempProject): boolean {
  const isApp = file === 'src/app.ts' || file === project.at('src/app.ts')
  return text.includes('CTX5003') && isApp && line === 6 && column === 'app.get('.length
}

async function followChanges(project: TempProject, watched: Watched): Promise<void> {
  const paged = { id: 7, page: 2 }
  project.write({ 'src/dto/user.ts': dto('id: int', '/** @default 2 */ page: int') })
  await watched.until(async ({ errors }) => errors.length === 0 && is(await answer(project), paged))
  await watched.rest()
  const before = project.read(output)
  project.write({ 'src/dto/user.ts': badDto })
  await watched.until(({ errors }) => errors.some((error) => isBadType(error, project)))
  assert.is(project.read(output), before)
  await watched.rest()
  // A type imported by a DTO, which no bundler ever loads.
  project.write({
    'src/number.ts': 'export type Id = string\n',
    'src/dto/user.ts': `import type { Id } from '../number.js'\n${dto('id: Id')}`,
  })
  await watched.until(async ({ errors }) => errors.length === 0 && is(await answer(project), { id: '7' }))
  await watched.rest()
  project.write({ 'src/number.ts': 'export type Id = bigint\n' })
  await watched.until(() => project.read(output).includes('id: bigint'))
  await watched.rest()
}

interface Watched {
  /** Waits for a build that satisfies this, starting from the build before the last change. */
  until(test: (built: Built) => boolean | Promise<boolean>): Promise<void>
  /** Waits until the builds come to rest. */
  rest(): Promise<void>
  stop(): Promise<unknown>
}

const patience = 30_000

async function startWatch(bundler: Bundler, project: TempProject): Promise<Watched> {
  const builds: Built[] = []
  const stop = await bundler.watch(project.path, (built) => builds.push(built))
  return {
    stop,
    async until(holds) {
      const end = Date.now() + patience
      for (;;) {
        const last = builds.at(-1)
        if (last !== undefined && (await tryIt(() => holds(last)))) return
        assert.ok(Date.now() < end, `nothing came: ${JSON.stringify(last)}`)
        await sleep(20)
      }
    },
    async rest() {
      // An output written during a build may cause one more, but not another.
      for (let round = 0; round < 5; round++) {
        const before = builds.length
        await sleep(400)
        if (builds.length === before) return
      }
      assert.unreachable(`${builds.length} builds without coming to rest`)
    },
  }
}

/** A bundle being written does not count yet. */
async function tryIt(test: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await test()
  } catch {
    return false
  }
}

function is(actual: unknown, expected: unknown): boolean {
  return JSON.stringify(actual) === JSON.stringify(expected)
}
