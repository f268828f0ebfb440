import fs, { mkdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { bannerLine } from '../../src/emit/text/banner.ts'
import { inTempFolder } from '../support/temp-folder.ts'
import { type Run, run, summary } from './run-writing.ts'

/** Replaces a function of the file system module for one call. */
function withFailing<T>(name: 'renameSync' | 'writeFileSync', code: string, body: () => T): T {
  const original = fs[name]
  const fail = (path: string): never => {
    if (name === 'writeFileSync') original.call(fs, path, 'half')
    throw Object.assign(new Error(code), { code })
  }
  Object.assign(fs, { [name]: fail })
  syncBuiltinESMExports()
  try {
    return body()
  } finally {
    Object.assign(fs, { [name]: original })
    syncBuiltinESMExports()
  }
}

test('writes new and different files, and leaves the rest untouched', () =>
  inTempFolder((folder) => {
    folder.write({ 'dto/a.ts': 'A', 'dto/b.ts': 'B' })
    assert.equal(summary(folder, run(folder)), ['written dto/a.bind.ts', 'written dto/b.bind.ts'])
    utimesSync(folder.at('dto/a.bind.ts'), 1, 1)
    folder.write({ 'dto/b.ts': 'B2' })
    assert.equal(summary(folder, run(folder)), ['unchanged dto/a.bind.ts', 'written dto/b.bind.ts'])
    assert.is(statSync(folder.at('dto/a.bind.ts')).mtimeMs, 1000)
    assert.match(folder.read('dto/b.bind.ts'), 'B2')
    assert.equal(folder.list(), ['dto/a.bind.ts', 'dto/a.ts', 'dto/b.bind.ts', 'dto/b.ts'])
  }))

test('an output folder is created at any depth', () =>
  inTempFolder((folder) => {
    folder.write({ 'src/x/y/a.ts': 'A' })
    run(folder, { inputs: ['src'], outDir: 'gen/deep' })
    assert.match(folder.read('gen/deep/x/y/a.bind.ts'), 'from ../../../../src/x/y/a.ts.')
  }))

test('a check writes nothing and reports stale and missing files; a dry run reports the writes', () =>
  inTempFolder((folder) => {
    folder.write({ 'a.ts': 'A', 'b.ts': 'B', 'c.ts': 'C' })
    run(folder, { inputs: ['a.ts', 'b.ts'] })
    folder.write({ 'b.ts': 'B2' })
    const before = folder.list()
    const checked = run(folder, { mode: 'check' })
    assert.equal(summary(folder, checked), [
      'unchanged a.bind.ts',
      'stale b.bind.ts',
      'missing c.bind.ts',
      'CTX3005 b.bind.ts',
      'CTX3006 c.bind.ts',
    ])
    const stale = checked.outcomes.find((outcome) => outcome.outcome === 'stale')
    assert.match(stale?.diff?.actual ?? '', /\nB\n/)
    assert.match(stale?.diff?.expected ?? '', /\nB2\n/)
    assert.equal(summary(folder, run(folder, { mode: 'dry-run' })), [
      'unchanged a.bind.ts',
      'written b.bind.ts',
      'written c.bind.ts',
    ])
    assert.equal(folder.list(), before)
    assert.match(folder.read('b.bind.ts'), /\nB\n/)
  }))

test('line ends changed by a checkout do not count', () =>
  inTempFolder((folder) => {
    folder.write({ 'a.ts': 'A\nB' })
    run(folder)
    const windows = folder.read('a.bind.ts').replaceAll('\n', '\r\n')
    folder.write({ 'a.bind.ts': windows })
    assert.equal(summary(folder, run(folder, { mode: 'check' })), ['unchanged a.bind.ts'])
    assert.equal(summary(folder, run(folder)), ['unchanged a.bind.ts'])
    assert.is(folder.read('a.bind.ts'), windows)
    folder.write({ 'a.bind.ts': windows.replace('B', 'X') })
    assert.equal(summary(folder, run(folder)), ['written a.bind.ts'])
    assert.not.match(folder.read('a.bind.ts'), '\r')
  }))

test('a file not written by ctxgen stays, and the others are written', () =>
  inTempFolder((folder) => {
    folder.write({
      'a.ts': 'A',
      'b.ts': 'B',
      'c.ts': 'C',
      'a.bind.ts': 'export const mine = 1\n',
      'c.bind.ts': '',
    })
    for (const mode of ['dry-run', 'check', 'write'] as const) {
      const { diagnostics } = run(folder, { mode })
      const refused = diagnostics.filter((diagnostic) => diagnostic.code === 'CTX3001')
      assert.equal(
        refused.map((d) => d.message),
        [
          'a.bind.ts was not written by ctxgen; left unchanged',
          'c.bind.ts was not written by ctxgen; left unchanged',
        ],
      )
    }
    assert.is(folder.read('a.bind.ts'), 'export const mine = 1\n')
    assert.is(folder.read('c.bind.ts'), '')
    assert.match(folder.read('b.bind.ts'), 'B')
  }))

test('nothing is written outside the project, links or not', () =>
  inTempFolder((folder) => {
    const outside = join(dirname(folder.path), 'outside')
    mkdirSync(outside)
    folder.write({ 'dto/a.ts': 'A' })
    symlinkSync('../outside', folder.at('gen'))
    symlinkSync('../outside/new', folder.at('dangling'))
    symlinkSync('../../outside/a.bind.ts', folder.at('dto/a.bind.ts'))
    for (const outDir of ['gen', 'gen/deep', 'dangling', '../outside', '..', undefined]) {
      const result = run(folder, { inputs: ['dto'], ...(outDir === undefined ? {} : { outDir }) })
      assert.equal(result.outcomes, [])
      assert.equal(
        result.diagnostics.map((d) => d.code),
        ['CTX3002'],
      )
    }
    const { diagnostics } = run(folder, { inputs: ['dto'], outDir: 'gen' })
    assert.is(
      diagnostics[0]?.message,
      `gen/a.bind.ts links to ../outside/a.bind.ts, outside the project ${folder.path}`,
    )
    assert.equal(fs.readdirSync(outside), [])
  }))

test('the project is the nearest folder above with .git or workspaces, else with a package.json, else the working directory', () =>
  inTempFolder((folder) => {
    folder.write({
      'npm/package.json': '{"workspaces":["a"]}',
      'npm/a/package.json': '{"name":"a"}',
      'npm/a/x.ts': 'X',
      'pnpm/pnpm-workspace.yaml': '',
      'pnpm/a/x.ts': 'X',
      'plain/a/x.ts': 'X',
      'package/package.json': '\uFEFF{}',
      'package/src/dto/x.ts': 'X',
    })
    const into = (cwd: string, outDir: string): readonly string[] =>
      run(folder, { cwd: folder.at(cwd), inputs: ['x.ts'], outDir, mode: 'dry-run' }).diagnostics.map(
        (d) => d.code,
      )
    assert.equal(into('npm/a', '../gen'), [])
    assert.equal(into('npm/a', '../../gen'), ['CTX3002'])
    assert.equal(into('pnpm/a', '..'), [])
    assert.equal(into('pnpm/a', '../..'), ['CTX3002'])
    assert.equal(into('plain/a', '../..'), [])
    fs.rmSync(folder.at('.git'), { recursive: true })
    assert.equal(into('plain/a', '..'), ['CTX3002'])
    assert.equal(into('package/src/dto', '../..'), [])
    assert.equal(into('package/src/dto', '../../..'), ['CTX3002'])
    assert.equal(into('npm/a', '../gen'), [])
  }))

test('a link within the project is followed and stays a link', () =>
  inTempFolder((folder) => {
    folder.write({ 'dto/a.ts': 'A', 'real/.keep': '' })
    symlinkSync('real', folder.at('gen'))
    symlinkSync('../real/b.bind.ts', folder.at('dto/a.bind.ts'))
    assert.equal(summary(folder, run(folder, { inputs: ['dto'], outDir: 'gen' })), ['written gen/a.bind.ts'])
    assert.equal(summary(folder, run(folder, { inputs: ['dto'] })), ['written dto/a.bind.ts'])
    assert.match(folder.read('real/a.bind.ts'), 'A')
    assert.match(folder.read('real/b.bind.ts'), 'A')
    assert.ok(fs.lstatSync(folder.at('dto/a.bind.ts')).isSymbolicLink())
    assert.equal(summary(folder, run(folder, { inputs: ['dto'], outDir: 'gen', mode: 'check' })), [
      'unchanged gen/a.bind.ts',
    ])
  }))

test('a link into a missing folder is named with its target', () =>
  inTempFolder((folder) => {
    folder.write({ 'src/a.ts': 'A' })
    symlinkSync('../gone/a.bind.ts', folder.at('src/a.bind.ts'))
    const { diagnostics } = run(folder)
    assert.is(
      diagnostics[0]?.message,
      'src/a.bind.ts could not be written: it links to gone/a.bind.ts, whose folder does not exist',
    )
    assert.equal(folder.list(), ['src/a.bind.ts', 'src/a.ts'])
  }))

test('a file with conflict marks is written anew, also with one in its first line', () =>
  inTempFolder((folder) => {
    folder.write({ 'a.ts': 'A' })
    run(folder)
    const text = folder.read('a.bind.ts')
    const first = text.split('\n')[0]
    for (const [marked, isOwn] of [
      [`${first}\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> other\n`, true],
      [`<<<<<<< HEAD\n${text}=======\n${text}y\n>>>>>>> other\n`, true],
      [`<<<<<<< HEAD\r\n${text}||||||| base\r\n=======\r\n${text}>>>>>>> other\r\n`, true],
      [`<<<<<<< HEAD\nmine\n=======\n${text}>>>>>>> other\n`, false],
      ['<<<<<<< HEAD\nmine\n', false],
    ] as const) {
      folder.write({ 'a.bind.ts': marked })
      const expected = isOwn ? ['written a.bind.ts'] : ['CTX3001 a.bind.ts']
      assert.equal(summary(folder, run(folder)), expected, marked)
      assert.is(folder.read('a.bind.ts'), isOwn ? text : marked)
    }
  }))

test('two sources for one output are both refused, also when only the case differs', () =>
  inTempFolder((folder) => {
    folder.write({
      'x/a.ts': 'A',
      'y/a.ts': 'A',
      'x/b.ts': 'B',
      'y/B.ts': 'B',
      'x/c.ts': 'C',
      'x/i.ts': 'I',
      'y/i.ts': '',
    })
    const { outcomes, diagnostics } = run(folder, { inputs: ['x', 'y'], outDir: 'gen', without: ['y/i.ts'] })
    assert.equal(
      diagnostics.map((d) => `${d.code} ${d.message}`),
      [
        'CTX3003 x/a.ts and y/a.ts have the same output gen/a.bind.ts',
        'CTX3003 x/b.ts and y/B.ts have the same output gen/B.bind.ts',
      ],
    )
    assert.equal(
      outcomes.map((o) => o.path),
      [folder.at('gen/c.bind.ts'), folder.at('gen/i.bind.ts')],
    )
  }))

test('a failure leaves the old file and no temporary one, and names the file and the reason', () =>
  inTempFolder((folder) => {
    folder.write({ 'a.ts': 'A', 'b.ts': 'B' })
    run(folder)
    folder.write({ 'a.ts': 'A2' })
    for (const name of ['writeFileSync', 'renameSync'] as const) {
      const result = withFailing(name, 'ENOSPC', () => run(folder))
      assert.equal(
        result.diagnostics.map((d) => d.message),
        ['a.bind.ts could not be written: no space left on the disk (ENOSPC)'],
      )
      assert.equal(summary(folder, { ...result, diagnostics: [] }), ['unchanged b.bind.ts'])
      assert.match(folder.read('a.bind.ts'), /\nA\n/)
      assert.equal(folder.list(), ['a.bind.ts', 'a.ts', 'b.bind.ts', 'b.ts'])
    }
  }))

test('a folder in place of the output, a file in place of its folder, a loop of links', () =>
  inTempFolder((folder) => {
    folder.write({ 'dto/a.ts': 'A', 'dto/a.bind.ts/x': '', file: '' })
    symlinkSync('loop', folder.at('loop'))
    const message = (options: Run): string => run(folder, options).diagnostics[0]?.message ?? ''
    assert.is(
      message({ inputs: ['dto'] }),
      'dto/a.bind.ts could not be written: a folder has this name (EISDIR)',
    )
    assert.match(message({ inputs: ['dto'], outDir: 'file' }), /file\/a\.bind\.ts .* is a file, not a folder/)
    assert.match(message({ inputs: ['dto'], outDir: 'loop' }), 'its path contains a loop of links (ELOOP)')
    assert.match(message({ inputs: ['dto'], mode: 'check' }), 'could not be checked')
    assert.equal(folder.list(), ['dto/a.bind.ts/x', 'dto/a.ts', 'file', 'loop'])
  }))

test('a second run gives the same report, and temporary names never look like sources or outputs', () =>
  inTempFolder((folder) => {
    folder.write({ 'b.ts': 'B', 'a/z.ts': 'Z', 'a-b/c.ts': 'C', 'A.ts': 'A' })
    writeFileSync(folder.at('.ctxgen-0badf00d.tmp'), bannerLine(folder.at('x.bind.ts'), folder.at('x.ts')))
    run(folder)
    const first = run(folder, { mode: 'check' })
    assert.equal(run(folder, { mode: 'check', inputs: ['a', '.', 'b.ts'] }), first)
    assert.is(first.diagnostics.length, 0)
  }))

test.run()
