import { readFileSync } from 'node:fs'
import { setImmediate as pause } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Progress } from '../src/input/generate-options.ts'
import { UsageError } from '../src/input/usage-error.ts'
import { generate } from '../src/run/generate.ts'
import { inTempFolder } from './support/temp-folder.ts'

const dto = (name: string, type = 'string'): string =>
  `/** @query */\nexport interface ${name} {\n  v: ${type}\n}\n`

test('memory: the texts equal those of a writing run, and the disk stays unchanged', () =>
  inTempFolder(async (folder) => {
    folder.write({ 'src/a.ts': dto('A'), 'src/deep/b.ts': dto('B'), 'src/none.ts': 'export const a = 1\n' })
    const before = folder.list()
    const options = { inputs: ['src'], outDir: 'gen', cwd: folder.path }
    const { files, diagnostics } = await generate({ ...options, mode: 'memory', clean: true })
    assert.equal(diagnostics, [])
    assert.equal(folder.list(), before)
    assert.equal(
      files.map(({ path, sourcePath, outcome }) => [path, sourcePath, outcome]),
      [
        [folder.at('gen/a.bind.ts'), folder.at('src/a.ts'), 'generated'],
        [folder.at('gen/deep/b.bind.ts'), folder.at('src/deep/b.ts'), 'generated'],
      ],
    )
    await generate(options)
    for (const { path, text } of files) assert.is(text, readFileSync(path, 'utf8'))
  }))

test("memory: a file in an output's place does not matter, two sources for one output do", () =>
  inTempFolder(async (folder) => {
    folder.write({
      'src/a.ts': dto('A'),
      'src/a.bind.ts': 'mine',
      'src/b.ts': dto('B'),
      'src/B.ts': dto('C'),
    })
    const { files, diagnostics } = await generate({ inputs: ['src'], cwd: folder.path, mode: 'memory' })
    assert.equal(
      files.map(({ path }) => path),
      [folder.at('src/a.bind.ts')],
    )
    assert.equal(
      diagnostics.map(({ code }) => code),
      ['CTX3003'],
    )
    assert.is(folder.read('src/a.bind.ts'), 'mine')
  }))

test('memory: a source with an error has no file, the others do', () =>
  inTempFolder(async (folder) => {
    folder.write({ 'src/a.ts': dto('A', 'symbol'), 'src/b.ts': dto('B') })
    const { files, diagnostics } = await generate({ inputs: ['src'], cwd: folder.path, mode: 'memory' })
    assert.equal(
      files.map(({ sourcePath }) => sourcePath),
      [folder.at('src/b.ts')],
    )
    assert.equal(
      diagnostics.map(({ severity, span }) => [severity, span?.path, span?.line]),
      [['error', folder.at('src/a.ts'), 3]],
    )
  }))

test('memory: each of many sources gives the same as alone, whichever needs the whole library', () =>
  inTempFolder(async (folder) => {
    const names = [...Array(110).keys()].map((i) => `S${String(i).padStart(3, '0')}`)
    const odd = { S020: 'symbol', S060: 'Intl.NumberFormatOptions', S105: "{ kind: 'a' } | { b: 1 }" }
    const types = new Map(Object.entries(odd))
    folder.write(Object.fromEntries(names.map((name) => [`${name}.ts`, dto(name, types.get(name))])))
    const options = { cwd: folder.path, mode: 'memory' } as const
    const done: number[] = []
    const onProgress = (progress: Progress): number => done.push(progress.done)
    const all = await generate({ ...options, inputs: ['.'], onProgress })
    const alone = await Promise.all(names.map((name) => generate({ ...options, inputs: [`${name}.ts`] })))
    assert.equal(
      all.files,
      alone.flatMap(({ files }) => files),
    )
    assert.equal(
      all.diagnostics,
      alone.flatMap(({ diagnostics }) => diagnostics),
    )
    assert.equal(done, [...Array(110).keys()], 'each source is reported once')
  }))

test('invalid input is a rejection, not a throw', () =>
  inTempFolder(async (folder) => {
    const promise = generate({ inputs: ['nowhere'], cwd: folder.path })
    const error = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    assert.instance(error, UsageError)
  }))

test('other tasks of the process run in between', () =>
  inTempFolder(async (folder) => {
    const sources = Array.from({ length: 40 }, (_, index) => [`src/dto${index}.ts`, dto(`D${index}`)])
    folder.write(Object.fromEntries(sources))
    let isOver = false
    const wait = (): void => {
      const end = performance.now() + 10
      while (performance.now() < end);
    }
    const run = generate({ inputs: ['src'], cwd: folder.path, mode: 'memory', onProgress: wait }).then(() => {
      isOver = true
    })
    let turns = 0
    while (!isOver) {
      await pause()
      turns++
    }
    await run
    assert.ok(turns > 3, `${turns} turns`)
  }))

test.run()
