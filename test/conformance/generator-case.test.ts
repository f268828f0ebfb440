import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { GeneratorCase, GeneratorExpect } from './case-types.ts'
import type { Ctxgen } from './ctxgen-command.ts'
import { runGeneratorCase } from './generator-case.ts'
import { typeErrors } from './type-check.ts'
import { makeWorkspace } from './workspace.ts'

const workspace = makeWorkspace()
test.after(() => workspace.remove())

/** Replaces the command: each argument names an action. */
const obedient: Ctxgen = async (args, cwd) => {
  mkdirSync(join(cwd, 'src'), { recursive: true })
  const output = join(cwd, 'src/a.bind.ts')
  if (args.includes('generate'))
    writeFileSync(output, 'export const A = 1\nexport function bindQueryA(): void {}\n')
  if (args.includes('change')) appendFileSync(output, '// changed\n')
  if (args.includes('remove')) rmSync(output)
  if (!args.includes('fail')) return { exit: 0, stdout: 'written\n', stderr: '' }
  return {
    exit: 1,
    stdout: '',
    stderr: 'src/a.ts:3:5 - error CTX1004: no number\nsrc/a.ts:7:1 - error CTX1005: more\n',
  }
}

let folders = 0
async function problems(rest: Omit<GeneratorCase, 'id'>): Promise<string> {
  folders += 1
  const outcome = await runGeneratorCase({ id: 'x', ...rest }, workspace.folder(`case-${folders}`), obedient)
  return outcome.problems.join('\n')
}

const once = (args: readonly string[], expect: GeneratorExpect): Promise<string> => problems({ args, expect })

test('an expected run passes', async () => {
  const exports = { 'src/a.bind.ts': ['A', 'bindQueryA'] }
  const absent = { 'src/a.bind.ts': ['bindUriA'] }
  assert.is(
    await once(['generate'], { exit: 0, exports, absent, noFile: ['b.ts'], stdoutMatch: '^written$' }),
    '',
  )
  const first = { file: 'src/a.ts', line: 3, codeMatch: '^CTX\\d{4}$', messageMatch: 'number' }
  const diagnostics = [first, { file: 'src/a.ts', line: 7 }]
  assert.is(await once(['fail'], { exit: 1, diagnostics, noOutput: true, outputNotMatch: 'warning' }), '')
})

test('each wrong expectation is reported', async () => {
  assert.match(await once(['fail'], { exit: 0 }), /exit code 1/)
  assert.match(await once(['generate'], { exports: { 'src/a.bind.ts': ['B'] } }), /does not export B/)
  assert.match(await once(['generate'], { exports: { 'src/b.bind.ts': ['B'] } }), /was not written/)
  assert.match(await once(['generate'], { absent: { 'src/a.bind.ts': ['A'] } }), /exports A/)
  assert.match(await once(['generate'], { noOutput: true }), /was written/)
  assert.match(await once(['generate'], { noFile: ['src/a.bind.ts'] }), /exists/)
  assert.match(await once(['generate'], { unchanged: ['src/a.bind.ts'] }), /was changed/)
  assert.match(await once(['generate'], { stdoutMatch: '^nothing$' }), /does not match/)
  assert.match(await once(['generate'], { outputMatch: 'nothing' }), /does not match/)
  assert.match(await once(['generate'], { outputNotMatch: 'written' }), /matches/)
  assert.match(await once(['fail'], { diagnostics: [{ file: 'src/a.ts', line: 3 }] }), /not expected/)
  assert.match(await once(['fail'], { diagnostics: [{ file: 'src/a.ts', line: 4 }] }), /no error as/)
  assert.match(
    await once(['fail'], { diagnostics: [{ file: 'src/a.ts', messageMatch: 'zzz' }] }),
    /no error as/,
  )
  assert.match(await once(['fail'], { diagnostics: [{ file: 'src/a.ts', codeMatch: 'TS' }] }), /no error as/)
  assert.match(
    await once([], { exports: {}, exitCode: 1 } as GeneratorExpect),
    /does not know the key "exitCode"/,
  )
})

test('steps see the results of earlier ones', async () => {
  const sameAs = { 'src/a.bind.ts': 0 }
  const generate = { args: ['generate'], expect: { exit: 0 } }
  assert.is(
    await problems({ steps: [generate, { write: { b: 'x' } }, { args: ['generate'], expect: { sameAs } }] }),
    '',
  )
  assert.match(
    await problems({ steps: [generate, { args: ['change'], expect: { sameAs } }] }),
    /is not as after step 0/,
  )
  assert.match(
    await problems({ steps: [generate, { args: ['remove'], expect: { unchanged: ['src/a.bind.ts'] } }] }),
    /changed/,
  )
  assert.is(
    await problems({
      files: { b: '1' },
      steps: [{ append: { b: '2' } }, { delete: ['b'] }, { args: [], expect: { noFile: ['b'] } }],
    }),
    '',
  )
})

test('generated files are type-checked with the strict flags', async () => {
  const folder = workspace.folder('types')
  const good = join(folder, 'good.bind.ts')
  const bad = join(folder, 'bad.bind.ts')
  writeFileSync(good, `export const list = (x: readonly string[]): string => x[0] ?? ''\n`)
  writeFileSync(
    bad,
    `import { list } from './good.bind.ts'\nexport const x: number = list([])\nexport enum E { A }\n`,
  )
  const errors = await typeErrors(workspace.root, { files: [good, bad] })
  assert.equal([...errors.keys()], [bad])
  assert.match(errors.get(bad)?.join('\n') ?? '', /line 2: TS2322[\s\S]*line 3: TS1294/)
})

test.run()
