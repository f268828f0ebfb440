import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Diagnostic, generate } from '../../packages/codegen/src/index.ts'
import { bindInput } from '../support/bind-input.ts'
import { root } from '../support/fixture-folders.ts'
import { inTempProject, type TempProject } from '../support/temp-project.ts'
import { foreignRows, payPackage } from './foreign-rows.ts'

const tsconfig = JSON.stringify({
  compilerOptions: {
    target: 'es2022',
    lib: ['es2023', 'dom'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    verbatimModuleSyntax: true,
    noEmit: true,
  },
  include: ['src'],
})

const files = {
  'tsconfig.json': tsconfig,
  'node_modules/pay/package.json': '{ "name": "pay", "version": "1.0.0", "types": "index.d.ts" }',
  'node_modules/pay/index.d.ts': payPackage,
}

/** Member `m<i>` of an interface `D<i>Dto`, in a file of its own. */
const source = (type: string, i: number): string =>
  `import type * as Pay from 'pay'\n\n/** @json @response */\nexport interface D${i}Dto {\n  m${i}: ${type}\n}\n`

async function generated(project: TempProject, types: readonly string[]): Promise<readonly Diagnostic[]> {
  project.write(Object.fromEntries(types.map((type, i) => [`src/d${i}.ts`, source(type, i)])))
  const { diagnostics } = await generate({ inputs: ['src'], cwd: project.path })
  return diagnostics
}

test('a type of a package that cannot be bound is one diagnostic, and the type that it proposes works', async () => {
  await inTempProject(async (project) => {
    project.write(files)
    const refused = await generated(
      project,
      foreignRows.map(({ type }) => type),
    )
    assert.is(refused.length, foreignRows.length, refused.map(({ message }) => message).join('\n'))
    const proposed = foreignRows.map(({ type: refusedType, reason, proposed: wanted }, i) => {
      const found = refused.find((one) => one.span?.path === project.at(`src/d${i}.ts`))
      const { code, message, hint = '', span } = found ?? {}
      assert.equal([code, span?.line, span?.column], ['CTX2001', 5, 3])
      assert.is(message, `m${i}: ${refusedType} cannot be bound: ${reason}`)
      const [, type = ''] = /can be bound: `(.*)`/.exec(hint) ?? []
      assert.is(type, wanted)
      return type
    })
    assert.equal(await generated(project, proposed), [])
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', project.path], { encoding: 'utf8' })
    // A proposal may do without the import.
    const failures = stdout.split('\n').filter((line) => line !== '' && !/src\/d\d+\.ts.*TS6133/.test(line))
    assert.equal(failures, [])
    for (const [i, { value }] of foreignRows.entries()) {
      const module = await import(pathToFileURL(project.at(`src/d${i}.bind.ts`)).href)
      const body = JSON.stringify({ [`m${i}`]: value })
      const bound: unknown = module[`D${i}Dto`].json(bindInput({ body, contentType: 'application/json' }))
      assert.equal(JSON.parse(JSON.stringify(bound)), JSON.parse(body), body)
    }
  })
})

test('each member that leads to the type is reported, and an interface that extends it', async () => {
  const declared = `import type * as Pay from 'pay'
/** @json */
export interface ADto {
  one: Pay.Money
  two: { deep: Pay.Money[]; n: number }
}
interface Page<T> {
  items: T[]
}
/** @json */
export interface BDto {
  page: Page<Pay.Money>
}
/** @json */
export interface CDto extends Pay.Money {
  own: string
}
/** @json */
export type DDto = Pay.Money[]
`
  await inTempProject(async (project) => {
    project.write({ ...files, 'src/a.ts': declared })
    const { diagnostics } = await generate({ inputs: ['src'], cwd: project.path, mode: 'memory' })
    assert.equal(
      diagnostics.map(({ message, hint, span }) => [span?.line, message.split(':')[0], hint]),
      [
        [4, 'one', "Write a type that can be bound: `Omit<Pay.Money, 'amount'> & { amount: string }`."],
        [5, 'deep', "Write a type that can be bound: `(Omit<Pay.Money, 'amount'> & { amount: string })[]`."],
        [
          12,
          'page',
          "Write a type that can be bound: `{ items: (Omit<Page<Pay.Money>['items'][number], 'amount'> & { amount: string })[] }`.",
        ],
        [15, 'CDto', "Write `extends Omit<Pay.Money, 'amount'>`, and declare `amount: string`."],
        [19, 'DDto', "Write a type that can be bound: `(Omit<Pay.Money, 'amount'> & { amount: string })[]`."],
      ],
    )
  })
})

test('a tag of a package that cannot be read is prose, one that can be read counts', async () => {
  await inTempProject(async (project) => {
    const box = `export interface Box {
  /** @maximum 4
   * @TJS-type integer */
  width: number
  /** @maximum 4 */
  height: number
  /** @default the one of the theme */
  size?: number
}
`
    project.write({ ...files, 'node_modules/pay/index.d.ts': box })
    assert.equal(await generated(project, ['Pay.Box']), [])
    const { bindJsonD0Dto } = await import(pathToFileURL(project.at('src/d0.bind.ts')).href)
    const bind = (box: object): unknown =>
      bindJsonD0Dto(bindInput({ body: JSON.stringify({ m0: box }), contentType: 'application/json' }))
    assert.equal(bind({ width: 5, height: 4 }), { m0: { width: 5, height: 4 } })
    assert.throws(() => bind({ width: 5, height: 5 }), /height/)
  })
})

test('types of the own files keep the error at their own line', async () => {
  await inTempProject(async (project) => {
    project.write({
      'src/own.ts': 'export interface Own {\n  run(): void\n}\n',
      'src/a.ts':
        "import type { Own } from './own.js'\n/** @json */\nexport interface ADto {\n  own: Own\n}\n",
    })
    const { diagnostics } = await generate({ inputs: ['src'], cwd: project.path, mode: 'memory' })
    assert.equal(
      diagnostics.map(({ message, span }) => `${span?.line}: ${message}`),
      ['2: run: () => void cannot be bound: it is a function'],
    )
    assert.is(diagnostics[0]?.span?.path, project.at('src/own.ts'))
  })
})

test.run()
