import fs, { symlinkSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inTempFolder } from '../support/temp-folder.ts'
import { type Run, run, summary } from './run-writing.ts'

test('an output without a source is orphaned, and removed with clean only', () =>
  inTempFolder((folder) => {
    folder.write({
      'a.ts': 'A',
      'gone.ts': 'G',
      'sub/empty.ts': 'E',
      'hand.bind.ts': 'mine',
      'failed.ts': 'F',
    })
    run(folder)
    fs.rmSync(folder.at('gone.ts'))
    fs.copyFileSync(folder.at('a.bind.ts'), folder.at('copy.bind.ts'))
    const now: Run = { without: ['sub/empty.ts'], failed: ['failed.ts'] }
    assert.equal(summary(folder, run(folder, now)), ['unchanged a.bind.ts'])
    const { outcomes, diagnostics } = run(folder, { ...now, mode: 'check', clean: true })
    assert.equal(
      diagnostics.map((d) => d.message),
      [
        'copy.bind.ts is orphaned: a.ts has another output now',
        'gone.bind.ts is orphaned: gone.ts no longer exists',
        'sub/empty.bind.ts is orphaned: sub/empty.ts no longer has a DTO',
      ],
    )
    assert.is(outcomes.filter((o) => o.outcome === 'orphaned').length, 3)
    const removed = [
      'unchanged a.bind.ts',
      'removed copy.bind.ts',
      'removed gone.bind.ts',
      'removed sub/empty.bind.ts',
    ]
    assert.equal(summary(folder, run(folder, { ...now, mode: 'dry-run', clean: true })), removed)
    assert.ok(fs.existsSync(folder.at('gone.bind.ts')))
    assert.equal(summary(folder, run(folder, { ...now, clean: true })), removed)
    assert.equal(folder.list(), [
      'a.bind.ts',
      'a.ts',
      'failed.bind.ts',
      'failed.ts',
      'hand.bind.ts',
      'sub/empty.ts',
    ])
  }))

test('only outputs of the inputs can be orphaned', () =>
  inTempFolder((folder) => {
    folder.write({ 'x/a.ts': 'A', 'x/b.ts': 'B', 'x/c.dto.ts': 'C', 'y/d.ts': 'D' })
    run(folder)
    run(folder, { inputs: ['x'], outDir: 'gen' })
    run(folder, { inputs: ['y'], outDir: 'gen' })
    fs.rmSync(folder.at('x/b.ts'))
    const orphans = (options: Run): readonly string[] =>
      summary(folder, run(folder, { ...options, mode: 'check' })).filter((line) =>
        line.startsWith('orphaned'),
      )
    const gone = ['gen/b.bind.ts', 'x/b.bind.ts']
    const elsewhere = ['gen/a.bind.ts', 'gen/c.dto.bind.ts']
    const shown = (paths: readonly string[]): readonly string[] =>
      paths.map((path) => `orphaned ${path}`).sort()
    assert.equal(orphans({ inputs: ['x/a.ts'] }), [])
    assert.equal(orphans({ inputs: ['x/a.ts'], without: ['x/a.ts'] }), shown(['x/a.bind.ts']))
    assert.equal(orphans({ inputs: ['x/a.ts'], outDir: 'gen' }), shown(['x/a.bind.ts']))
    assert.equal(orphans({ inputs: ['y'] }), shown(['gen/d.bind.ts']))
    assert.equal(orphans({ inputs: ['y'], outDir: 'gen' }), shown(['y/d.bind.ts']))
    const besideX = ['x/a.bind.ts', 'x/c.dto.bind.ts']
    assert.equal(orphans({ inputs: ['x'], outDir: 'gen' }), shown([...gone, ...besideX]))
    assert.equal(orphans({ inputs: ['x'], outDir: 'other' }), shown([...gone, ...elsewhere, ...besideX]))
    assert.equal(orphans({ inputs: ['x/*.dto.ts'] }), shown([...gone, 'gen/c.dto.bind.ts']))
    assert.equal(orphans({ inputs: ['.'] }), shown([...gone, ...elsewhere, 'gen/d.bind.ts']))
    // Another project of the config has outputs of its own.
    assert.equal(orphans({ inputs: ['x'], outDir: 'gen', others: ['x'] }), shown(['gen/b.bind.ts']))
  }))

test('outputs of an earlier place are found and removed, both ways, in the package of the inputs', () =>
  inTempFolder((folder) => {
    folder.write({ 'p/package.json': '{}', 'p/dto/a.ts': 'A', 'q/gen/x.ts': '' })
    const runs: readonly Run[] = [{}, { outDir: 'p/gen' }, { outDir: 'p/deep/gen' }, {}]
    const outputs = ['p/dto/a.bind.ts', 'p/gen/a.bind.ts', 'p/deep/gen/a.bind.ts', 'p/dto/a.bind.ts']
    for (const [index, options] of runs.entries()) {
      const before = outputs[index - 1]
      assert.equal(summary(folder, run(folder, { inputs: ['p/dto'], clean: true, ...options })).toSorted(), [
        ...(before === undefined ? [] : [`removed ${before}`]),
        `written ${outputs[index]}`,
      ])
    }
    run(folder, { inputs: ['p/dto'], outDir: 'q/gen' })
    assert.equal(summary(folder, run(folder, { inputs: ['p/dto'], mode: 'check' })), [
      'unchanged p/dto/a.bind.ts',
    ])
  }))

test('a source reached through a link does not make its output an orphan', () =>
  inTempFolder((folder) => {
    folder.write({ 'real/a.ts': 'A' })
    symlinkSync('real', folder.at('link'))
    run(folder, { inputs: ['link', 'real'] })
    const result = run(folder, { inputs: ['link', 'real'], clean: true })
    assert.equal(
      result.outcomes.map((o) => o.outcome),
      ['unchanged'],
    )
    assert.ok(fs.existsSync(folder.at('real/a.bind.ts')))
  }))

test.run()
