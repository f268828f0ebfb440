import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makePlan } from '../../src/plan.ts'
import { PlanRun } from '../../src/plan-run.ts'
import { inProject } from '../support/run-cli.ts'

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
        fileURLToPath(new URL('../../../../node_modules', import.meta.url)),
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

test.run()
