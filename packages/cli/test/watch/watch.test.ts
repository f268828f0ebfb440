import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { brokenDto, dto, inProject, type Project, runCli } from '../support/run-cli.ts'
import { saves, saveTwice, startWatch, until, type WatchProcess } from '../support/watch-process.ts'

/** Watches in a fresh project, and always ends the watch. */
function watching(
  files: Readonly<Record<string, string>>,
  argv: readonly string[],
  test: (project: Project, watch: WatchProcess) => Promise<void>,
): Promise<void> {
  return inProject(files, async (project) => {
    const watch = await startWatch(project.path, argv)
    try {
      await test(project, watch)
      assert.is(await watch.stop(), 0)
      assert.not.match(watch.output(), 'bug in ctxgen')
    } finally {
      await watch.stop('SIGKILL')
    }
  })
}

function isThere(project: Project, name: string): boolean {
  return statSync(join(project.path, name), { throwIfNoEntry: false }) !== undefined
}

test('the last of two saves is always generated, at any gap between them', () =>
  watching({ 'src/a.ts': dto('A') }, ['src'], async (project) => {
    const gaps = [1, 2, 3, 5, 8, 10, 12, 14, 15, 16, 18, 20, 25, 30, 35, 40, 45, 50, 55, 60, 70, 80, 90, 100]
    for (const [kind, save] of Object.entries(saves)) {
      for (const gap of gaps) {
        await saveTwice(project, save, [dto(`First_${kind}_${gap}`), dto(`Last_${kind}_${gap}`)], gap)
      }
    }
  }))

test('it follows imports of sources, new files and folders, renames and removals', () =>
  watching(
    {
      'src/a.ts': `import type { V } from '../lib/v.js'\n/** @query */\nexport interface A { v: V }\n`,
      'lib/v.ts': 'export type V = string\n',
      'lib/readme.md': '',
    },
    ['--clean', 'src'],
    async (project, watch) => {
      const first = project.read('src/a.bind.ts')
      project.write({ 'lib/v.ts': 'export type V = boolean\n' })
      assert.match(
        await watch.says(/written/),
        /^\d\d:\d\d:\d\d 1 file written in \d+ ms, watching 2 files$/m,
      )
      assert.is.not(project.read('src/a.bind.ts'), first)
      project.write({ 'src/deep/er/b.ts': dto('B') })
      await watch.says(/1 file written, 1 unchanged|1 file written/)
      project.write({ 'src/deep/er/c.ts': dto('C') })
      await until(
        () => isThere(project, 'src/deep/er/c.bind.ts'),
        () => 'c.bind.ts',
      )
      renameSync(join(project.path, 'src/deep'), join(project.path, 'src/moved'))
      await watch.says(/unchanged/)
      project.write({ 'src/moved/er/b.ts': dto('B2') })
      await until(
        () => project.read('src/moved/er/b.bind.ts').includes('B2'),
        () => 'B2',
      )
      renameSync(join(project.path, 'src/moved/er/b.ts'), join(project.path, 'src/moved/er/d.ts'))
      await until(
        () => isThere(project, 'src/moved/er/d.bind.ts'),
        () => 'd.bind.ts',
      )
      await until(
        () => !isThere(project, 'src/moved/er/b.bind.ts'),
        () => 'b.bind.ts to go',
      )
      rmSync(join(project.path, 'src/moved'), { recursive: true })
      await watch.says(/watching 2 files/)
    },
  ))

test('an unresolved import is watched for', () =>
  watching(
    { 'src/a.ts': `import type { V } from '../lib/deep/v.js'\n/** @query */\nexport interface A { v: V }\n` },
    ['src'],
    async (project, watch) => {
      assert.match(watch.output(), 'CTX2002')
      project.write({ 'lib/deep/v.ts': 'export type V = string\n' })
      await watch.says(/1 file written/)
    },
  ))

test('an error keeps the last good output, and is repeated until it is fixed', () =>
  watching({ 'src/a.ts': dto('A'), 'src/b.ts': dto('B') }, ['src'], async (project, watch) => {
    const good = project.read('src/a.bind.ts')
    for (const bad of [brokenDto, 'export interface A {', '\0\uFFFF @query {{{', '']) {
      project.write({ 'src/a.ts': bad })
      await watch.says(/watching/)
      assert.is(project.read('src/a.bind.ts'), good)
    }
    project.write({ 'src/a.ts': brokenDto })
    assert.match(await watch.says(/watching/), /src\/a\.ts:3:\d+ - error CTX2004/)
    project.write({ 'src/b.ts': dto('B2') })
    assert.match(await watch.says(/watching/), /CTX2004[\s\S]*1 error, 1 file written/)
    project.write({ 'src/a.ts': dto('A2') })
    assert.not.match(await watch.says(/watching/), 'error')
    assert.match(project.read('src/a.bind.ts'), 'A2')
  }))

test('its own outputs and other files start no round', () =>
  watching({ 'src/a.ts': dto('A') }, ['src'], async (project, watch) => {
    project.write({ 'src/a.ts': dto('A2') })
    await watch.says(/1 file written/)
    project.write({ 'src/notes.md': 'x', 'src/node_modules/x/y.ts': dto('Y'), 'src/a.ts': dto('A2') })
    await sleep(300)
    assert.is(watch.output().match(/watching/g)?.length, 2)
  }))

test('a round of a source without a DTO says that nothing was written', () =>
  watching({ 'src/a.ts': dto('A'), 'src/plain.ts': 'export {}\n' }, ['src'], async (project, watch) => {
    project.write({ 'src/plain.ts': 'export const plain = 1\n' })
    assert.match(await watch.says(/, watching 2 files\n/), /nothing written in \d+ ms, watching 2 files\n$/)
  }))

test('an input folder that disappears is picked up when it returns', () =>
  watching({ 'src/dto/a.ts': dto('A'), 'keep.txt': '' }, ['src/dto'], async (project, watch) => {
    renameSync(join(project.path, 'src'), join(project.path, 'away'))
    await watch.says(/error: src\/dto does not exist\./)
    mkdirSync(join(project.path, 'src'))
    await sleep(60)
    project.write({ 'src/dto/a.ts': dto('Back') })
    await until(
      () => isThere(project, 'src/dto/a.bind.ts'),
      () => 'a.bind.ts',
    )
    project.write({ 'src/dto/a.ts': dto('Again') })
    await until(
      () => project.read('src/dto/a.bind.ts').includes('Again'),
      () => 'Again',
    )
  }))

test('an output without a source is reported once, and removed with --clean', () =>
  watching(
    { 'src/a.ts': dto('A'), 'src/b.ts': dto('B'), 'src/c.ts': dto('C') },
    ['src'],
    async (project, watch) => {
      rmSync(join(project.path, 'src/b.ts'))
      const said = await watch.says(/watching 2 files/)
      assert.match(said, /^warning CTX3007: src\/b\.bind\.ts is orphaned: src\/b\.ts no longer exists$/m)
      assert.match(said, 'hint: Remove it with --clean.')
      assert.match(said, /1 warning, 2 files unchanged in/)
      project.write({ 'src/a.ts': 'export {}\n' })
      const next = await watch.says(/watching/)
      assert.match(next, 'src/a.bind.ts is orphaned: src/a.ts no longer has a DTO')
      assert.not.match(next, 'src/b.bind.ts')
      project.write({ 'src/b.ts': dto('B') })
      await watch.says(/unchanged in/)
      rmSync(join(project.path, 'src/b.ts'))
      const again = await watch.says(/watching/)
      assert.match(again, 'src/b.bind.ts is orphaned')
      assert.not.match(again, 'src/a.bind.ts')
      const second = await startWatch(project.path, ['src'])
      assert.is(await second.stop(), 0)
      assert.match(second.output(), /2 warnings, 1 file unchanged in/)
      const clean = await startWatch(project.path, ['--clean', 'src'])
      assert.is(await clean.stop(), 0)
      assert.match(clean.output(), /2 files removed, 1 unchanged in/)
    },
  ))

test('switching to a branch without the inputs prints one line', () =>
  watching(
    { 'one/a.ts': dto('A'), 'two/b.ts': dto('B'), 'keep.txt': '' },
    ['one', 'two'],
    async (project, watch) => {
      for (const folder of ['two', 'one']) {
        rmSync(join(project.path, folder), { recursive: true })
        await sleep(120)
      }
      for (let i = 0; i < 5; i++) {
        mkdirSync(join(project.path, 'one'))
        await sleep(60)
        rmSync(join(project.path, 'one'), { recursive: true })
        await sleep(60)
      }
      await watch.says(/error: one does not exist\./)
      await sleep(300)
      project.write({ 'one/a.ts': dto('A'), 'two/b.ts': dto('B') })
      await until(
        () => isThere(project, 'one/a.bind.ts') && isThere(project, 'two/b.bind.ts'),
        () => 'the outputs',
      )
      assert.equal(watch.output().match(/^error: .*$/gm), ['error: one does not exist.'], watch.output())
    },
  ))

test('a config and a tsconfig that are changed, added or wrong', () =>
  watching(
    { 'ctxgen.config.json': '{"inputs":["src"]}', 'src/a.ts': dto('A'), 'other/b.ts': dto('B') },
    [],
    async (project, watch) => {
      project.write({ 'ctxgen.config.json': '{"inputs":["src"],"outDir":"gen"}' })
      await until(
        () => isThere(project, 'gen/a.bind.ts'),
        () => 'gen/a.bind.ts',
      )
      project.write({ 'ctxgen.config.json': '{"inputs":["src"],"outdir":"gen"}' })
      await watch.says(/unknown key outdir; did you mean outDir\?/)
      project.write({ 'ctxgen.config.json': '[{"inputs":["src"]},{"inputs":["other"],"outDir":"gen2"}]' })
      await until(
        () => isThere(project, 'gen2/b.bind.ts'),
        () => 'gen2/b.bind.ts',
      )
      project.write({ 'other/b.ts': dto('B2') })
      await until(
        () => project.read('gen2/b.bind.ts').includes('B2'),
        () => 'B2',
      )
      const compilerOptions = {
        module: 'esnext',
        moduleResolution: 'bundler',
        allowImportingTsExtensions: true,
      }
      project.write({ 'tsconfig.json': JSON.stringify({ compilerOptions }) })
      await until(
        () => project.read('src/a.bind.ts').includes("'./a.ts'"),
        () => './a.ts',
      )
    },
  ))

test('a config that is restored after a mistake has a line of its own', () =>
  watching(
    { 'ctxgen.config.json': '{"inputs":["src"]}', 'src/a.ts': dto('A') },
    [],
    async (project, watch) => {
      project.write({ 'ctxgen.config.json': '{"inputs":["src"],"outdir":"gen"}' })
      await watch.says(/unknown key outdir/)
      project.write({ 'ctxgen.config.json': '{"inputs":["src"]}' })
      assert.match(await watch.says(/watching/), /^\d\d:\d\d:\d\d 1 file unchanged in .*, watching 2 files$/m)
    },
  ))

test('--json prints a line for each diagnostic and each round', () =>
  watching({ 'src/a.ts': dto('A') }, ['--json', 'src'], async (project, watch) => {
    project.write({ 'src/a.ts': brokenDto })
    await watch.says(/"errors":1/)
    const lines = watch
      .output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.equal(
      lines.map(({ event, code, written, watching }) => event ?? code ?? { written, watching }),
      ['generated', 'CTX2004', 'generated'],
    )
    assert.equal([lines[0].written, lines[0].watching], [1, 1])
  }))

test('wrong usage ends at once; --check and --dry-run do not watch', () =>
  inProject({ 'src/a.ts': dto('A') }, async (project) => {
    for (const argv of [
      ['--watch', 'nope'],
      ['--watch', '--check', 'src'],
      ['-w', '--dry-run', 'src'],
    ]) {
      assert.is((await runCli(project.path, argv)).code, 2, argv.join(' '))
    }
  }))

test.run()
