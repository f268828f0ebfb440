import { renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateOpenApi } from '@ctxgen/codegen/openapi'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makePlan } from '../src/plan.ts'
import { PlanRun } from '../src/plan-run.ts'
import { inProject } from './support/run-cli.ts'

const app = `import { App } from '@ctxgen/runtime'
import { bindQueryList } from './dto/list.bind.js'

export const app = new App()
app.get('/cars', (c) => c.json({ page: bindQueryList(c).page }))
`

function list(property: string): string {
  return `/** @query */\nexport interface List {\n  page: number\n  ${property}\n}\n`
}

// `--watch` and the plugin do the same: rounds of the generator, then of the documents.
test('documents follow the app and its DTOs', () =>
  inProject(
    {
      'package.json': JSON.stringify({ name: 'cars', version: '1.0.0', type: 'module' }),
      'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, module: 'nodenext' } }),
      'ctxgen.config.json': JSON.stringify({
        inputs: ['src/dto'],
        openapi: { app: 'src/app.ts', output: 'openapi.json' },
      }),
      'src/dto/list.ts': list('sort?: string'),
      'src/app.ts': app,
    },
    async ({ path, write, read }) => {
      symlinkSync(
        fileURLToPath(new URL('../../../node_modules', import.meta.url)),
        join(path, 'node_modules'),
      )
      const flags = { inputs: [], check: false, dryRun: false, clean: false }
      const plan = await makePlan(flags, { cwd: path })
      const run = new PlanRun(plan, () => makePlan(flags, { cwd: path }))
      const parameters = (): readonly string[] =>
        JSON.parse(read('openapi.json')).paths['/cars'].get.parameters.map(
          (one: { name: string }) => one.name,
        )

      const first = await run.refresh()
      assert.equal(first.diagnostics, [])
      assert.equal(
        first.files.map(({ outcome }) => outcome),
        ['written', 'written'],
      )
      assert.equal(parameters(), ['page', 'sort'])
      assert.ok(run.targets.files.includes(join(path, 'src/app.ts')))

      write({ 'src/dto/list.ts': list('order?: string') })
      await run.update([join(path, 'src/dto/list.ts')], () => [])
      assert.equal(parameters(), ['page', 'order'])

      // The binders of before are still there, and the document stays with them.
      write({ 'src/dto/list.ts': list('/** @example 9 @validate max=5 */ size: number') })
      const refused = await run.update([join(path, 'src/dto/list.ts')], () => [])
      assert.equal(
        refused?.diagnostics.map(({ code, span }) => `${code} ${span?.line}:${span?.column}`),
        ['CTX4015 4:7'],
      )
      assert.equal(parameters(), ['page', 'order'])

      // A command of its own finds the place, too.
      const options = { app: 'src/app.ts', cwd: path }
      const alone = generateOpenApi(options)
      assert.ok(alone.diagnostics.some(({ code, span }) => code === 'CTX4015' && span?.line === 4))
      assert.equal(alone.documents, [])

      write({ 'src/dto/list.ts': list('/** @example 5 @validate max=5 */ size: number') })
      assert.equal((await run.update([join(path, 'src/dto/list.ts')], () => []))?.diagnostics, [])
      assert.equal(parameters(), ['page', 'size'])

      write({ 'src/app.ts': `${app}declare const path: string\napp.get(path, (c) => c.sendStatus(204))\n` })
      const broken = await run.update([join(path, 'src/app.ts')], () => [])
      assert.equal(
        broken?.diagnostics.map(({ code }) => code),
        ['CTX5003'],
      )

      write({ 'src/app.ts': app.replace('/cars', '/vans') })
      const mended = await run.update([join(path, 'src/app.ts')], () => [])
      assert.equal(mended?.diagnostics, [])
      assert.equal(Object.keys(JSON.parse(read('openapi.json')).paths), ['/vans'])
      assert.is(await run.update([join(path, 'readme.md')], () => []), undefined)
    },
  ))

test('a moved source is one error where an app reads its old binders', () =>
  inProject(
    {
      'package.json': JSON.stringify({ name: 'cars', version: '1.0.0', type: 'module' }),
      'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, module: 'nodenext' } }),
      'ctxgen.config.json': JSON.stringify({
        inputs: ['src/dto'],
        openapi: { app: 'src/app.ts', output: 'openapi.json' },
      }),
      'src/dto/list.ts': list('sort?: string'),
      'src/app.ts': app,
    },
    async ({ path, write }) => {
      const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
      symlinkSync(modules, join(path, 'node_modules'))
      const flags = { inputs: [], check: false, dryRun: false, clean: false }
      const plan = await makePlan(flags, { cwd: path })
      const run = new PlanRun(plan, () => makePlan(flags, { cwd: path }))
      assert.equal((await run.refresh()).diagnostics, [])
      const [from, to] = [join(path, 'src/dto/list.ts'), join(path, 'src/dto/moved.ts')]
      renameSync(from, to)
      const moved = await run.update([from, to], () => [])
      assert.equal(
        moved?.diagnostics.map(({ code, severity, path: at }) => [code, severity, at]),
        [['CTX3007', 'error', join(path, 'src/dto/list.bind.ts')]],
      )
      write({ 'src/app.ts': app.replace('list.bind', 'moved.bind') })
      const mended = await run.update([join(path, 'src/app.ts')], () => [])
      assert.equal(mended?.diagnostics, [])
    },
  ))

test('a foreign file in the place of the document stays, and is an error in each round', () =>
  inProject(
    {
      'package.json': JSON.stringify({ name: 'cars', version: '1.0.0', type: 'module' }),
      'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, module: 'nodenext' } }),
      'ctxgen.config.json': JSON.stringify({
        inputs: ['src/dto'],
        openapi: { app: 'src/app.ts', output: 'mine.json' },
      }),
      'mine.json': '{}',
      'src/dto/list.ts': list('sort?: string'),
      'src/app.ts': app,
    },
    async ({ path, write, read }) => {
      const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
      symlinkSync(modules, join(path, 'node_modules'))
      const flags = { inputs: [], check: false, dryRun: false, clean: false }
      const plan = await makePlan(flags, { cwd: path })
      const run = new PlanRun(plan, () => makePlan(flags, { cwd: path }))
      const codes = [(await run.refresh()).diagnostics]
      write({ 'src/dto/list.ts': list('order?: string') })
      codes.push((await run.update([join(path, 'src/dto/list.ts')], () => []))?.diagnostics ?? [])
      assert.equal(
        codes.map((found) => found.map(({ code }) => code)),
        [['CTX3001'], ['CTX3001']],
      )
      assert.is(read('mine.json'), '{}')
    },
  ))

test.run()
