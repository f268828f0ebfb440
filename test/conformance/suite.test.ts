import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { copyDifferences } from './copy-differences.ts'
import type { Ctxgen } from './ctxgen-command.ts'
import { doneProblems, listProblems } from './lists.ts'
import { loadAreas } from './load-cases.ts'
import { places } from './places.ts'
import { prepareDtos } from './prepare-dtos.ts'
import { details, table } from './report.ts'
import type { AreaResult } from './run-suite.ts'
import { makeWorkspace } from './workspace.ts'

const workspace = makeWorkspace()
test.after(() => workspace.remove())

const cases = workspace.folder('cases')
mkdirSync(join(cases, 'bind'))
writeFileSync(
  join(cases, 'bind/one.json'),
  '[{"id":"a.one","request":{},"steps":[],"response":{"status":200}}]',
)
writeFileSync(
  join(cases, 'bind/one.dto.ts'),
  '// ctxgen --missing zero\nexport class K {}\nexport const made = new K()\n',
)
writeFileSync(join(cases, 'bind/two.json'), '[]')
writeFileSync(join(cases, 'bind/two.dto.ts'), 'export interface Bad {}\n')

test('DTO sources are generated with their options, and one that fails does not affect the others', async () => {
  const calls: string[] = []
  const ctxgen: Ctxgen = async (args) => {
    const path = args.at(-1) ?? ''
    calls.push([...args.slice(0, -1), basename(path)].join(' '))
    if (basename(path) !== 'one.dto.ts')
      return { exit: 1, stdout: '', stderr: 'two.dto.ts:1:1 - error CTX1: bad' }
    writeFileSync(
      join(dirname(path), 'one.dto.bind.ts'),
      `import { made } from './one.dto.js'\nexport const A = { made }\n`,
    )
    return { exit: 0, stdout: '', stderr: '' }
  }
  const dtos = await prepareDtos(loadAreas(cases), workspace, ctxgen)
  assert.equal(calls, ['--missing zero one.dto.ts', 'two.dto.ts'])
  const one = dtos.get('bind/one')
  assert.is(one?.failure, undefined)
  const made: unknown = Reflect.get(Object(one?.generated.A), 'made')
  assert.instance(made, one?.source.K as new () => unknown)
  assert.match(dtos.get('bind/two')?.failure ?? '', /error CTX1: bad/)
})

test('a differing copy is found', () => {
  const copy = workspace.folder('copy')
  cpSync(cases, copy, { recursive: true })
  assert.equal(copyDifferences(copy, cases), [])
  assert.equal(copyDifferences(copy, join(cases, 'nowhere')), [])
  writeFileSync(join(copy, 'bind/one.json'), '[]')
  writeFileSync(join(copy, 'bind/extra.json'), '[]')
  assert.equal(copyDifferences(copy, cases), ['bind/extra.json', 'bind/one.json'])
})

const result: AreaResult = {
  area: 'bind/one',
  milliseconds: 1,
  results: [
    { id: 'a.good', verdict: 'passed', reasons: [] },
    { id: 'a.bad', verdict: 'failed', reasons: ['because'] },
    { id: 'a.soft', verdict: 'soft', reasons: ['open'] },
    { id: 'a.zstd', verdict: 'skipped', reasons: ['zstd'] },
  ],
}

test('a done area has no hard failure and no exception that passes', () => {
  assert.equal(doneProblems(result, { area: 'bind/one', except: ['a.bad'] }), [])
  assert.match(doneProblems(result, { area: 'bind/one', except: [] }).join(), /a\.bad: because/)
  assert.match(
    doneProblems(result, { area: 'bind/one', except: ['a.bad', 'a.good'] }).join(),
    /a\.good passes/,
  )
})

test('entries of the lists must name an existing case or area', () => {
  const areas = loadAreas(cases)
  assert.equal(listProblems(areas, [{ area: 'bind/one', except: ['a.one'] }], new Map([['a.one', 'x']])), [])
  assert.is(listProblems(areas, [{ area: 'bind/none', except: [] }], new Map()).length, 1)
  assert.is(listProblems(areas, [{ area: 'bind/one', except: ['a.none'] }], new Map()).length, 1)
  assert.is(listProblems(areas, [], new Map([['a.none', 'x']])).length, 1)
})

test('the report names failures, soft failures and skipped cases', () => {
  assert.match(table([result]), /bind\/one +1 +1 +1 +1 +0\ntotal +1 +1 +1 +1 +0$/)
  const text = details([result], false)
  assert.match(text, /failed {2}a\.bad\n {4}because/)
  assert.match(text, /soft failed {2}a\.soft/)
  assert.match(text, /skipped {2}a\.zstd \(needs zstd\)/)
})

const tool = (...args: string[]) =>
  spawnSync(process.execPath, [...process.execArgv, join(places.root, 'test/conformance/cli.ts'), ...args], {
    cwd: places.root,
    encoding: 'utf8',
  })

test('the tool exits with code 2 on wrong usage', () => {
  for (const args of [
    ['--nope'],
    ['--cases', join(cases, 'nowhere')],
    ['--cases', cases, '--area', 'bind/none'],
  ]) {
    const { status, stderr } = tool(...args)
    assert.is(status, 2, stderr)
    assert.match(stderr, /usage: npm run conformance/)
  }
})

test('the tool fails on a hard case but not on a soft one', () => {
  const wrong = { request: {}, steps: [], response: { status: 299 } }
  for (const [soft, exit] of [
    [false, 1],
    [true, 0],
  ] as const) {
    const folder = workspace.folder(`tool-${soft}`)
    mkdirSync(join(folder, 'request'))
    writeFileSync(join(folder, 'request/a.json'), JSON.stringify([{ id: 'a.wrong', soft, ...wrong }]))
    const { status, stdout } = tool('--cases', folder, '--json')
    assert.is(status, exit)
    const { totals } = JSON.parse(stdout) as { totals: Record<string, number> }
    assert.equal(totals, { passed: 0, failed: soft ? 0 : 1, soft: soft ? 1 : 0, skipped: 0, disputed: 0 })
  }
})

test.run()
