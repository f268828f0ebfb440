import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from '@ctxgen/codegen'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertCompany } from '../support/assert-company.ts'
import { fixtureFolders, fixtureRules, root } from '../support/fixture-folders.ts'
import { inTempProject, type TempProject } from '../support/temp-project.ts'

const folders = fixtureFolders('valid')
const sources = folders.flatMap(({ name, path }) =>
  readdirSync(path)
    .filter((file) => /(?<!\.bind)\.ts$/.test(file))
    .map((file) => ({ name: `${name}/${file}`, text: readFileSync(join(path, file), 'utf8') })),
)

/** Every output by name, as in the goldens. */
const goldens = new Map(
  folders.flatMap(({ name, path }) =>
    readdirSync(path)
      .filter((file) => file.endsWith('.bind.ts'))
      .map((file) => [`${name}/${file}`, readFileSync(join(path, file), 'utf8').replaceAll('\r\n', '\n')]),
  ),
)

function writeSources(project: TempProject, folder: string, change: (text: string) => string): void {
  project.write(Object.fromEntries(sources.map(({ name, text }) => [`${folder}/${name}`, change(text)])))
}

function outputs(project: TempProject, folder: string): Map<string, string> {
  return new Map([...goldens.keys()].map((name) => [name, project.read(`${folder}/${name}`)]))
}

/** Compares one by one, as the difference of all outputs at once is unreadable. */
function assertGoldens(actual: ReadonlyMap<string, string>): void {
  for (const [name, golden] of goldens) assert.is(actual.get(name), golden, name)
}

test('a second run, another working directory and absolute paths change nothing', () =>
  inTempProject(async (project) => {
    writeSources(project, 'a/b/dto', (text) => text)
    const rules = fixtureRules(project.at('a/b/dto'))
    await generate({ inputs: [project.at('a/b/dto')], cwd: project.at('a/b'), rules })
    assertGoldens(outputs(project, 'a/b/dto'))
    const { files } = await generate({ inputs: ['../../b/dto'], cwd: project.at('a/b/dto'), rules })
    assert.is(files.length, goldens.size)
    assert.equal(
      files.filter(({ outcome }) => outcome !== 'unchanged').map(({ path }) => path),
      [],
    )
  }))

test('the order of the inputs, naming each alone, CRLF and a byte order mark change nothing', () =>
  inTempProject(async (project) => {
    writeSources(project, 'dto', (text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`)
    const inputs = sources.map(({ name }) => `dto/${name}`)
    await generate({ inputs: shuffled(inputs), cwd: project.path, rules: fixtureRules(project.at('dto')) })
    assertGoldens(outputs(project, 'dto'))
  }))

const pairStride = 271

test('each fixture alone, and beside another one, has the output that it has among all', () =>
  inTempProject(async (project) => {
    writeSources(project, 'dto', (text) => text)
    const names = sources.map(({ name }) => name)
    const pairs = names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b]))
    // test/golden/all-pairs.ts tries the others.
    const some = pairs.filter((_, i) => i % pairStride === 0)
    for (const company of [...names.map((name) => [name]), ...some]) await assertCompany(project, company)
  }))

test('the order of names in other files changes nothing', () =>
  inTempProject(async (project) => {
    const mapped = [
      "/** @json */ export type A = { [K in 'z' | 'a']: number }",
      "/** @query */ export type P = Pick<Base, 'y' | 'x'>",
      "/** @json */ export interface R extends Partial<Record<'n' | 'm', string>> { r: Record<'k' | 'i' | 'j', { v: string }>; o: Omit<Base, 'x'>; k: keyof Base }",
      'interface Base { x: string; y?: number; w: boolean }',
    ].join('\n')
    const other =
      "type X = 'i' | 'j' | 'k' | 'a' | 'w' | 'm' | 'y' | 'x' | 'z' | 'n' | '_y' | '_x'\n/** @json */ export interface A { a?: X }"
    project.write({ 'dto/m.ts': mapped, 'dto/a.ts': other })
    await generate({ inputs: ['dto/m.ts'], cwd: project.path })
    const text = project.read('dto/m.bind.ts')
    await generate({ inputs: ['dto'], cwd: project.path })
    assert.is(project.read('dto/m.bind.ts'), text)
    assert.match(text, '{ z: number; a: number }', 'names keep their declared order')
    assert.match(text, '{ x: string; y?: number }')
  }))

test('the content of other files changes nothing', () =>
  inTempProject(async (project) => {
    const source = (name: string, type: string): string =>
      `/** @query */\nexport interface ${name} { v: ${type} }\n`
    project.write({ 'dto/a.ts': source('A', "'y' | 'x'"), 'dto/b.ts': source('B', "'x' | 'y'") })
    await generate({ inputs: ['dto/b.ts'], cwd: project.path })
    const { files } = await generate({ inputs: ['dto'], cwd: project.path, mode: 'dry-run' })
    assert.is(files.find(({ path }) => path.endsWith('b.bind.ts'))?.outcome, 'unchanged')
  }))

test('locale, time zone and platform-dependent settings change nothing', () =>
  inTempProject(async (project) => {
    writeSources(project, 'dto', (text) => text)
    project.write({ 'ctxgen.config.json': JSON.stringify({ rules: fixtureRules(project.at('dto')) }) })
    const bin = join(root, 'packages/cli/bin/ctxgen.js')
    const env = {
      ...process.env,
      LANG: 'tr_TR.UTF-8',
      LC_ALL: 'tr_TR.UTF-8',
      TZ: 'Pacific/Apia',
      NO_COLOR: '1',
    }
    const { status, stderr } = spawnSync(process.execPath, [bin, 'dto'], {
      cwd: project.path,
      env,
      encoding: 'utf8',
    })
    assert.is(status, 0, stderr)
    assertGoldens(outputs(project, 'dto'))
  }))

test('no output contains a path, a time or a version', () => {
  for (const [name, text] of goldens) {
    assert.not.ok(text.includes(root), `${name} names a path of this machine`)
    // Messages show a date by a fixed example; a layout is the source's own.
    const said = text.replaceAll(/such as [^']*|'02\.01\.2006'/g, '')
    assert.not.match(said, /\b20[2-9]\d-\d\d-\d\d(?!T)/)
    assert.not.match(said, /\bv?\d+\.\d+\.\d+\b/)
    assert.not.ok(text.includes('\r'), `${name} has CR`)
    assert.ok(text.endsWith('\n') && !text.endsWith('\n\n'), `${name} ends with one line break`)
  }
})

/** A pseudo-random order, the same each time. */
function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item, i) => ({ item, rank: (i * 7919 + 13) % 101 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

test.run()
