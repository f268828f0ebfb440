import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makePlan } from '../src/plan.ts'
import { PlanRun } from '../src/plan-run.ts'
import { isRemembered } from './support/cached-project.ts'
import { inProject, type Project, runCli } from './support/run-cli.ts'

const runtime = fileURLToPath(new URL('../../../node_modules/@ctxgen', import.meta.url))

const files = {
  'package.json': '{ "name": "cars", "type": "module" }',
  'tsconfig.json': '{ "compilerOptions": { "module": "nodenext", "strict": true } }',
  'ctxgen.config.json': '{ "inputs": ["src/dto"] }',
  'src/dto/id.ts': `import type { int } from '@ctxgen/runtime'\n/** @uri */\nexport interface CarId { id: int }\n`,
}

function app(path: string, more = ''): string {
  return `import { App } from '@ctxgen/runtime'
import { CarId } from './dto/id.bind.js'
${more}
export const app = new App()
app.get('${path}', (c) => c.json(c.bind().uri(CarId)))
`
}

const mistake = 'the path /cars/:di has no parameter id'

function inApp(added: Readonly<Record<string, string>>, run: (project: Project) => unknown): Promise<void> {
  return inProject({ ...files, ...added }, async (project) => {
    mkdirSync(join(project.path, 'node_modules'))
    symlinkSync(runtime, join(project.path, 'node_modules/@ctxgen'))
    await run(project)
  })
}

async function codesOf(path: string, argv: readonly string[] = []): Promise<readonly string[]> {
  const { stdout } = await runCli(path, ['--json', ...argv])
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line).code ?? [])))
}

test('a name that a path lacks is an error of a run, a check and of both without a cache', () =>
  inApp({ 'src/app.ts': app('/cars/:di') }, async ({ path, read }) => {
    for (const argv of [[], ['--check'], ['--check'], ['--no-cache'], ['src/dto'], ['src/dto/id.ts']]) {
      const { code, stderr } = await runCli(path, argv)
      assert.is(code, 1, argv.join(' '))
      assert.match(stderr, `src/app.ts:5:36 - error CTX5023: ${mistake}`)
    }
    assert.match(read('src/dto/id.bind.ts'), 'bindUriCarId')
  }))

function appWithMore(path: string): string {
  return `${app(path, `import { addMore } from './more.js'`)}addMore(app)\n`
}

function more(path: string): string {
  return `import type { App } from '@ctxgen/runtime'
import { bindUriCarId } from './dto/id.bind.js'
export function addMore(app: App): void {
  app.put('${path}', (c) => c.json(bindUriCarId(c)))
}
`
}

test('a remembered check follows the modules of the app', () =>
  inApp({ 'src/app.ts': appWithMore('/cars/:id') }, async ({ path, write, remove }) => {
    const checks = async (): Promise<readonly string[]> => codesOf(path, ['--check'])
    assert.equal(await codesOf(path), [])
    for (const _ of [1, 2]) {
      assert.ok(await isRemembered(path, []))
      // A module that was missing.
      write({ 'src/more.ts': more('/cars/:di') })
      assert.equal(await checks(), ['CTX5023'])
      assert.equal(await checks(), ['CTX5023'])
      write({ 'src/more.ts': more('/cars/:id') })
      assert.equal(await checks(), [])
      assert.ok(await isRemembered(path, []))
      remove('src/more.ts')
      assert.equal(await checks(), [])
      write({ 'src/app.ts': appWithMore('/cars/:di') })
      assert.equal(await checks(), ['CTX5023'])
      write({ 'src/app.ts': appWithMore('/cars/:id') })
      assert.equal(await checks(), [])
    }
  }))

test('a project of init is checked', () =>
  inProject({ 'package.json': '{ "name": "hello", "type": "module" }' }, async ({ path, read, write }) => {
    mkdirSync(join(path, 'node_modules'))
    symlinkSync(runtime, join(path, 'node_modules/@ctxgen'))
    assert.is((await runCli(path, ['init'])).code, 0)
    assert.equal(await codesOf(path), [])
    const text = read('src/app.ts')
    write({ 'src/app.ts': text.replace('/hello/:name', '/hello/:nmae') })
    assert.equal(await codesOf(path, ['--check']), ['CTX5023'])
  }))

/** A watch, round by round. */
async function watchOf(path: string): Promise<PlanRun> {
  const flags = { inputs: [], check: false, dryRun: false, clean: false }
  return new PlanRun(await makePlan(flags, { cwd: path }), () => makePlan(flags, { cwd: path }))
}

test('a watch reports the mistake with each save of the app, and its end once', () =>
  inApp({ 'src/app.ts': app('/cars/:id') }, async ({ path, write }) => {
    const run = await watchOf(path)
    const at = (name: string): string => join(path, name)
    const saved = async (name: string, text: string): Promise<readonly string[] | undefined> => {
      write({ [name]: text })
      return (await run.update([at(name)], () => []))?.diagnostics.map(({ message }) => message)
    }
    assert.equal((await run.refresh()).diagnostics, [])
    assert.ok(run.targets.files.includes(at('src/app.ts')))
    assert.equal(await saved('src/app.ts', `${app('/cars/:id')}// the same\n`), undefined)
    assert.equal(await saved('src/app.ts', app('/cars/:di')), [mistake])
    assert.equal(await saved('src/app.ts', `${app('/cars/:di')}// the same\n`), [mistake])
    assert.equal(await saved('src/app.ts', app('/cars/:id')), [])
    assert.equal(await saved('src/app.ts', app('/cars/:id', '// fine')), undefined)
    assert.equal(await saved('src/app.ts', app('/cars/:di')), [mistake])
    // A mistake in a DTO comes first: its binders are those of before.
    const broken = files['src/dto/id.ts'].replace('@uri', '@uir')
    assert.is((await saved('src/dto/id.ts', broken))?.includes(mistake), false)
    assert.equal(await saved('src/dto/id.ts', files['src/dto/id.ts']), [mistake])
    assert.equal(await saved('src/dto/id.ts', files['src/dto/id.ts'].replace('id:', 'di:')), [])
    assert.equal(await saved('src/dto/id.ts', files['src/dto/id.ts']), [mistake])
  }))

test('a session without events, as of a bundler, finds changes of the app', () =>
  inApp({ 'src/app.ts': app('/cars/:id') }, async ({ path, write }) => {
    const run = await watchOf(path)
    const codes = async (): Promise<readonly string[]> =>
      (await run.refresh()).diagnostics.map(({ code }) => code)
    assert.equal(await codes(), [])
    for (const _ of [1, 2]) {
      write({ 'src/app.ts': app('/cars/:di') })
      assert.equal(await codes(), ['CTX5023'])
      assert.equal(await codes(), ['CTX5023'])
      write({ 'src/app.ts': app('/cars/:id') })
      assert.equal(await codes(), [])
    }
  }))

test('the app of a described project is checked once', () => {
  const config = JSON.stringify({
    inputs: ['src/dto'],
    openapi: { app: 'lib/cars.ts', output: 'openapi.json' },
  })
  const module = app('/cars/:di').replace('./dto', '../src/dto')
  return inApp({ 'lib/cars.ts': module, 'ctxgen.config.json': config }, async ({ path }) => {
    assert.equal(await codesOf(path), ['CTX5023'])
    const { diagnostics } = await (await watchOf(path)).refresh()
    assert.equal(
      diagnostics.map(({ message }) => message),
      [mistake],
    )
  })
})

const ofTenant = `import { app } from './app.js'
import { App } from '@ctxgen/runtime'
const server = new App()
server.use('/:id', app)
await server.listen(3000)
`

/** Apps in which every name can come from somewhere. */
const silent: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no app': {},
  'an app that another module mounts': { 'src/app.ts': app('/'), 'src/server.ts': ofTenant },
  'a library that others mount': { 'src/index.ts': app('/') },
  'a path that is no constant': { 'src/app.ts': app("' + process.env['PATH_OF_CARS'] + '") },
  'a handler that is not registered': {
    'src/app.ts': `${app('/:id')}export const other = app.group(process.env['PREFIX'] ?? '')
other.get('/', (c) => c.json(CarId.uri(c)))\n`,
  },
  'middleware of node': {
    'src/app.ts': app('/:id', `import { fromConnect } from '@ctxgen/runtime'`).replace(
      'app.get',
      'app.use(fromConnect((_, __, next) => next()))\napp.get',
    ),
  },
  'middleware of a path of its own': {
    'src/app.ts': `${app('/:id')}app.use('/cars/:id', (c) => (CarId.uri(c), c.next()))
app.get('/cars/:name', (c) => c.sendStatus(204))\n`,
  },
  'a hidden route': { 'src/app.ts': app('/cars/:di').replace('app.get', '/** @hidden */\napp.get') },
}

for (const [what, added] of Object.entries(silent)) {
  test(`${what} is no alarm`, () =>
    inApp(added, async ({ path }) => {
      assert.equal(await codesOf(path), [])
      assert.ok(await isRemembered(path, []))
    }))
}

test('nothing is read where no binder needs a parameter, and nothing without the runtime', async () => {
  await inApp({ 'src/app.ts': app('/cars/:di') }, async ({ path, write }) => {
    write({ 'src/dto/id.ts': '/** @query */\nexport interface CarId { id: number }\n' })
    const run = await watchOf(path)
    await run.refresh()
    assert.not.ok(run.targets.files.includes(join(path, 'src/app.ts')))
  })
  await inProject({ ...files, 'src/app.ts': app('/cars/:di') }, async ({ path }) => {
    assert.equal(await codesOf(path), [])
  })
})

test.run()
