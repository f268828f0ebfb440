import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { DiskState } from '../src/disk/disk-state.ts'
import type { GenerateOptions } from '../src/input/generate-options.ts'
import { createGenerator, type Generator } from '../src/run/generator.ts'
import type { GenerateResult } from '../src/write/generated-file.ts'
import { inTempFolder, type TempFolder } from './support/temp-folder.ts'

const dto = (name: string, type = 'string'): string =>
  `/** @query */\nexport interface ${name} {\n  v: ${type}\n}\n`

/** Performs all actions of an update. */
function settle(generator: Generator, touched: readonly string[]): readonly string[] {
  const outcomes = [...(generator.update(touched)?.files ?? [])]
  while (generator.waiting > 0) outcomes.push(...generator.resume().files)
  return outcomes
    .filter(({ outcome }) => outcome !== 'unchanged')
    .map(({ outcome, path }) => `${outcome} ${path.split('/').at(-1)}`)
    .sort()
}

/** Differences from a fresh run. */
function doubts(options: GenerateOptions): readonly string[] {
  const { files, diagnostics }: GenerateResult = createGenerator({ ...options, mode: 'check' }).run()
  const stale = files.filter(({ outcome }) => outcome !== 'unchanged').map(({ path }) => path)
  return [...stale, ...diagnostics.map(({ message }) => message)]
}

function start(folder: TempFolder, files: Readonly<Record<string, string>>): [Generator, GenerateOptions] {
  folder.write(files)
  const options = { inputs: ['src'], cwd: folder.path, clean: true }
  const generator = createGenerator(options)
  generator.run()
  return [generator, options]
}

test('importers of a changed file are regenerated, indirect ones too', () =>
  inTempFolder((folder) => {
    const [generator, options] = start(folder, {
      'lib/deep.ts': 'export type Deep = string\n',
      'lib/mid.ts': "export type { Deep as Mid } from './deep.js'\n",
      'src/a.ts': `import type { Mid } from '../lib/mid.js'\n${dto('A', 'Mid')}`,
      'src/b.ts': dto('B'),
    })
    folder.write({ 'lib/deep.ts': 'export type Deep = boolean\n' })
    assert.equal(settle(generator, [folder.at('lib/deep.ts')]), ['written a.bind.ts'])
    assert.equal(doubts(options), [])
    assert.is(generator.update([folder.at('lib/deep.ts'), folder.at('src/a.ts')]), undefined)
    assert.ok(generator.dependencies.files.includes(folder.at('lib/mid.ts')))
  }))

test('rereading parent folders with unknown changes does no harm', () =>
  inTempFolder((folder) => {
    // The first needs a library that is not on disk.
    for (const type of ['Awaited<string>', 'string']) {
      const [generator] = start(folder, { 'src/a.ts': dto('A', type) })
      assert.is(generator.update(['/', folder.path, folder.at('src')]), undefined)
    }
  }))

test('a type of the full library only', () =>
  inTempFolder((folder) => {
    const [generator, options] = start(folder, { 'src/a.ts': dto('A') })
    folder.write({ 'src/a.ts': dto('A', 'Awaited<Promise<boolean>>') })
    const { files, diagnostics } = generator.update([folder.at('src/a.ts')]) ?? { files: [], diagnostics: [] }
    assert.equal([files[0]?.outcome, diagnostics], ['written', []])
    assert.match(folder.read('src/a.bind.ts'), 'bool')
    assert.equal(doubts(options), [])
  }))

test('the full library is dropped once half of the sources have been reread', () =>
  inTempFolder((folder) => {
    const [generator, options] = start(folder, {
      'tsconfig.json': '{ "compilerOptions": { "lib": ["es5"] } }',
      'globals.d.ts': 'type Global = string\n',
      'src/a.ts': dto('A', 'Slip'),
      'src/b.ts': dto('B'),
      'src/c.ts': dto('C'),
    })
    // Global types of a project are read with the full library only.
    const hasReal = (): boolean => generator.dependencies.files.includes(folder.at('globals.d.ts'))
    folder.write({ 'src/a.ts': dto('A') })
    assert.equal(settle(generator, [folder.at('src/a.ts')]), ['written a.bind.ts'])
    assert.ok(hasReal())
    folder.write({ 'src/b.ts': dto('B', 'number') })
    assert.equal(settle(generator, [folder.at('src/b.ts')]), ['written b.bind.ts'])
    assert.not.ok(hasReal())
    assert.equal(doubts(options), [])
    folder.write({ 'src/a.ts': dto('A', 'Global') })
    settle(generator, [folder.at('src/a.ts')])
    assert.equal(doubts(options), [])
  }))

test('files that are added, removed, moved, or resolved elsewhere', () =>
  inTempFolder((folder) => {
    const [generator, options] = start(folder, {
      'src/a.ts': `import type { X } from './x.js'\n${dto('A', 'X')}`,
      'src/b.ts': dto('B'),
    })
    assert.ok(generator.dependencies.missing.includes(folder.at('src/x.ts')))
    folder.write({ 'src/x/index.ts': 'export type X = string\n', 'src/x.ts': 'export type X = string\n' })
    assert.equal(settle(generator, [folder.at('src/x.ts'), folder.at('src/x')]), ['written a.bind.ts'])
    renameSync(folder.at('src/b.ts'), folder.at('src/c.ts'))
    assert.equal(settle(generator, [folder.at('src/b.ts'), folder.at('src/c.ts')]), [
      'removed b.bind.ts',
      'written c.bind.ts',
    ])
    folder.write({ 'src/sub/d.ts': dto('D') })
    assert.equal(settle(generator, [folder.at('src/sub')]), ['written d.bind.ts'])
    renameSync(folder.at('src/sub'), folder.at('src/other'))
    const moved = [folder.at('src/sub'), folder.at('src/other')]
    assert.equal(settle(generator, moved), [])
    assert.equal(doubts(options), [])
    rmSync(folder.at('src/c.bind.ts'))
    folder.write({ 'src/a.ts': dto('A2') })
    assert.equal(settle(generator, [folder.at('src/a.ts'), folder.at('src/c.ts')]), [
      'written a.bind.ts',
      'written c.bind.ts',
    ])
  }))

test('an import that is a link to a file elsewhere', () =>
  inTempFolder((folder) => {
    folder.write({ 'ext/ext.ts': 'export interface Ext { a: string }\n', 'lib/other.ts': '' })
    symlinkSync(folder.at('ext/ext.ts'), folder.at('lib/one.ts'))
    const source = `import type { Ext } from '../lib/one.js'\n${dto('A', 'Ext')}`
    const [generator, options] = start(folder, { 'src/a.ts': source.replace('@query', '@json') })
    assert.ok(generator.dependencies.files.includes(folder.at('ext/ext.ts')))
    folder.write({ 'ext/ext.ts': 'export interface Ext { b: string }\n' })
    assert.equal(settle(generator, [folder.at('ext/ext.ts')]), ['written a.bind.ts'])
    assert.equal(doubts(options), [])
  }))

test('a folder that is missing for a moment', () =>
  inTempFolder((folder) => {
    const [generator, options] = start(folder, { 'src/sub/a.ts': dto('A'), 'src/b.ts': dto('B') })
    const [here, there] = [folder.at('src/sub'), folder.at('away')]
    renameSync(here, there)
    settle(generator, [here])
    renameSync(there, here)
    settle(generator, [here])
    assert.equal(doubts(options), [])
    // The sources were listed before, and read during, the folder's absence.
    const file = folder.at('src/sub/a.ts')
    renameSync(here, there)
    folder.write({ 'src/sub/a.ts': '' })
    settle(generator, [file])
    rmSync(here, { recursive: true })
    renameSync(there, here)
    settle(generator, [here])
    assert.equal(doubts(options), [])
  }))

test('an error keeps the last good output, and so does an unreadable file', () =>
  inTempFolder((folder) => {
    const [generator, options] = start(folder, { 'src/a.ts': dto('A'), 'src/b.ts': dto('B') })
    const good = folder.read('src/a.bind.ts')
    folder.write({ 'src/a.ts': 'export interface A { v: string =\n' })
    const result = generator.update([folder.at('src/a.ts')])
    assert.is(result?.diagnostics[0]?.code, 'CTX1001')
    assert.is(folder.read('src/a.bind.ts'), good)
    // The diagnostics of a source stay while others change.
    folder.write({ 'src/b.ts': dto('B2') })
    assert.equal(generator.update([folder.at('src/b.ts')])?.diagnostics, result?.diagnostics)
    folder.write({ 'src/a.ts': dto('A') })
    assert.equal(generator.update([folder.at('src/a.ts')])?.diagnostics, [])
    assert.equal(doubts(options), [])
  }))

test('missing inputs are an error, and are picked up when they return', () =>
  inTempFolder((folder) => {
    const [generator, options] = start(folder, { 'src/a.ts': dto('A') })
    renameSync(folder.at('src'), folder.at('away'))
    assert.throws(() => generator.update([folder.at('src')]), /src does not exist/)
    assert.is(generator.dependencies.roots[0]?.path, folder.at('src'))
    rmSync(folder.at('away/a.bind.ts'))
    renameSync(folder.at('away'), folder.at('src'))
    assert.equal(settle(generator, [folder.at('src')]), ['written a.bind.ts'])
    assert.equal(doubts(options), [])
  }))

test('a changed, added or extended tsconfig invalidates everything', () =>
  inTempFolder((folder) => {
    const [generator, options] = start(folder, {
      'src/a.ts': dto('A'),
      'base.json': '{"compilerOptions":{"module":"esnext","moduleResolution":"bundler"}}',
    })
    folder.write({ 'tsconfig.json': '{"extends":"./base.json"}' })
    settle(generator, [folder.at('tsconfig.json')])
    assert.ok(generator.dependencies.files.includes(folder.at('base.json')))
    folder.write({
      'base.json':
        '{"compilerOptions":{"module":"esnext","moduleResolution":"bundler","allowImportingTsExtensions":true,"noEmit":true}}',
    })
    assert.equal(settle(generator, [folder.at('base.json')]), ['written a.bind.ts'])
    assert.match(folder.read('src/a.bind.ts'), "from './a.ts'")
    assert.equal(doubts(options), [])
  }))

test('so does one above a later source, which decides the extension of its imports', () =>
  inTempFolder((folder) => {
    const extensions = '{"compilerOptions":{"allowImportingTsExtensions":true,"noEmit":true}}'
    const [generator, options] = start(folder, { 'src/a.ts': dto('A'), 'src/z/z.ts': dto('Z') })
    const tsconfig = folder.at('src/z/tsconfig.json')
    assert.ok(generator.dependencies.missing.includes(tsconfig))
    folder.write({ 'src/z/tsconfig.json': extensions })
    assert.equal(settle(generator, [tsconfig]), ['written z.bind.ts'])
    assert.match(folder.read('src/z/z.bind.ts'), "from './z.ts'")
    assert.ok(generator.dependencies.files.includes(tsconfig))
    folder.write({ 'src/z/tsconfig.json': '{}' })
    assert.equal(settle(generator, [tsconfig]), ['written z.bind.ts'])
    // One above a source added later.
    folder.write({ 'src/y/tsconfig.json': '{}', 'src/y/y.ts': dto('Y') })
    assert.equal(settle(generator, [folder.at('src/y')]), ['written y.bind.ts'])
    folder.write({ 'src/y/tsconfig.json': extensions })
    assert.equal(settle(generator, [folder.at('src/y/tsconfig.json')]), ['written y.bind.ts'])
    assert.equal(doubts(options), [])
  }))

/** Saves and removals of random sources; after each round the outputs equal those of a fresh run. */
function changeAtRandom(folder: TempFolder, random: (below: number) => number, project: RandomProject): void {
  const { names } = project
  const pick = (): string => names[random(names.length)] ?? 'a'
  const source = (name: string): string => {
    const other = project.importOf(name) ?? pick()
    const type = ['string', 'number', 'boolean', `T_${other}`, `T_${other}`, 'Awaited<string>', 'G'][
      random(7)
    ]
    const imported = random(project.removed) === 0 ? '' : `import type { T_${other} } from './${other}.js'\n`
    const own = `export type T_${name} = ${['string', 'number', 'Date', `T_${other}[]`][random(4)]}\n`
    const global =
      name === names[5] && random(4) > 0
        ? `declare global { type G = ${['string', 'number'][random(2)]} }\n`
        : ''
    return `${imported}${own}${global}${random(12) === 0 ? 'export interface {' : dto(name.toUpperCase(), type)}`
  }
  const [generator, options] = start(
    folder,
    // The smallest full library, since most rounds come to need it.
    {
      'tsconfig.json': '{"compilerOptions":{"lib":["es5"]}}',
      ...Object.fromEntries(names.map((n) => [`src/${n}.ts`, source(n)])),
    },
  )
  for (let round = 0; round < 40; round++) {
    const touched = Array.from({ length: 1 + random(3) }, () => `src/${pick()}.ts`)
    for (const path of touched) {
      if (random(project.removed) === 0) rmSync(folder.at(path), { force: true })
      else folder.write({ [path]: source(path.slice(4, -3)) })
    }
    // Sources that import a changed one may still wait when the next one changes.
    if (random(2) === 0) generator.update(touched.map(folder.at))
    else settle(generator, touched.map(folder.at))
    if (random(2) === 0) continue
    settle(generator, [])
    const fresh = createGenerator({ ...options, mode: 'check' }).run()
    assert.equal(
      fresh.files.filter(({ outcome }) => outcome !== 'unchanged').map(({ path, outcome }) => outcome + path),
      [],
      `round ${round}`,
    )
    assert.equal(generator.resume().diagnostics, fresh.diagnostics)
  }
}

interface RandomProject {
  readonly names: readonly string[]
  /** The source that one imports; `undefined` for any. */
  readonly importOf: (name: string) => string | undefined
  /** One of so many saves removes the source, or its import. */
  readonly removed: number
}

/** A linear congruential generator. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * below)
  }
}

test('after any changes the outputs equal those of a fresh run', () =>
  inTempFolder((folder) => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    changeAtRandom(folder, randomOf(7), { names, importOf: () => undefined, removed: 4 })
  }))

// Of many sources the few that change have programs of their own.
for (const seed of [1, 3]) {
  test(`the same among 48 sources (${seed})`, () =>
    inTempFolder((folder) => {
      const names = Array.from({ length: 48 }, (_, index) => `s${index}`)
      const importOf = (name: string): string => `s${(Number(name.slice(1)) * 5 + 1) % (names.length / seed)}`
      changeAtRandom(folder, randomOf(seed), { names, importOf, removed: 60 })
    }))
}

/** 24 sources; one or two at a time have programs of their own. */
function startMany(
  folder: TempFolder,
  files: Readonly<Record<string, string>>,
): [Generator, GenerateOptions] {
  const others = Array.from({ length: 24 }, (_, index) => [`src/z${index}.ts`, dto(`Z${index}`)])
  return start(folder, {
    'tsconfig.json': '{"compilerOptions":{"lib":["es5"]}}',
    ...Object.fromEntries(others),
    ...files,
  })
}

test('among many sources, one that waits sees the save before the last', () =>
  inTempFolder((folder) => {
    const [generator, options] = startMany(folder, {
      'src/a.ts': 'export type A = string\n',
      'src/b.ts': `import type { A } from './a.js'\n${dto('B', 'A')}`,
    })
    folder.write({ 'src/a.ts': 'export type A = number\n' })
    generator.update([folder.at('src/a.ts')])
    folder.write({ 'src/z1.ts': dto('Z1', 'boolean') })
    assert.equal(settle(generator, [folder.at('src/z1.ts')]), ['written b.bind.ts', 'written z1.bind.ts'])
    assert.equal(doubts(options), [])
  }))

test('among many sources, globals of a changed one, and of a file that it imports', () =>
  inTempFolder((folder) => {
    const global = (type: string): string => `export {}\ndeclare global { type G = ${type} }\n`
    const [generator, options] = startMany(folder, {
      'src/a.ts': global('string'),
      'src/b.ts': dto('B', 'G'),
      'src/c.ts': dto('C', 'H'),
      'lib/h.ts': 'export {}\ndeclare global { type H = string }\n',
    })
    folder.write({ 'src/a.ts': global('number') })
    assert.equal(settle(generator, [folder.at('src/a.ts')]), ['written b.bind.ts'])
    folder.write({ 'src/z1.ts': `import '../lib/h.js'\n${dto('Z1')}` })
    assert.equal(settle(generator, [folder.at('src/z1.ts')]), ['written c.bind.ts'])
    folder.write({ 'src/b.ts': dto('B', 'H') })
    assert.equal(settle(generator, [folder.at('src/b.ts')]), ['written b.bind.ts'])
    assert.equal(doubts(options), [])
  }))

/** The actions of a refresh, and that a fresh run finds nothing to do. */
function refreshed(generator: Generator, options: GenerateOptions): readonly string[] {
  const { files } = generator.refresh()
  assert.is(generator.waiting, 0)
  assert.equal(doubts(options), [])
  return files
    .filter(({ outcome }) => outcome !== 'unchanged')
    .map(({ outcome, path }) => `${outcome} ${path.split('/').at(-1)}`)
    .sort()
}

test('a refresh detects changed, added and removed files itself', () =>
  inTempFolder((folder) => {
    folder.write({
      'lib/mid.ts': 'export type Mid = string\n',
      'src/a.ts': `import type { Mid } from '../lib/mid.js'\n${dto('A', 'Mid')}`,
      'src/b.ts': dto('B'),
      'tsconfig.json': '{ "compilerOptions": { "strict": true } }',
    })
    const options = { inputs: ['src'], cwd: folder.path, clean: true }
    const generator = createGenerator(options)
    assert.equal(refreshed(generator, options), ['written a.bind.ts', 'written b.bind.ts'])
    assert.equal(refreshed(generator, options), [])
    folder.write({ 'lib/mid.ts': 'export type Mid = number\n' })
    assert.equal(refreshed(generator, options), ['written a.bind.ts'])
    folder.write({ 'src/deep/c.ts': dto('C') })
    assert.equal(refreshed(generator, options), ['written c.bind.ts'])
    rmSync(folder.at('src/b.ts'))
    assert.equal(refreshed(generator, options), ['removed b.bind.ts'])
    rmSync(folder.at('src/a.bind.ts'))
    folder.write({ 'src/deep/c.bind.ts': `${folder.read('src/deep/c.bind.ts')}// mine` })
    assert.equal(refreshed(generator, options), ['written a.bind.ts', 'written c.bind.ts'])
    folder.write({ 'tsconfig.json': '{ "compilerOptions": { "allowImportingTsExtensions": true } }' })
    assert.equal(refreshed(generator, options), ['written a.bind.ts', 'written c.bind.ts'])
  }))

test('a refresh sees a missing import appear, and repeats remaining errors', () =>
  inTempFolder((folder) => {
    folder.write({ 'src/a.ts': `import type { Mid } from './mid.js'\n${dto('A', 'Mid')}` })
    const options = { inputs: ['src/a.ts'], cwd: folder.path }
    const generator = createGenerator(options)
    for (let round = 0; round < 2; round++) assert.is(generator.refresh().diagnostics.length, 1)
    folder.write({ 'src/mid.ts': 'export type Mid = string\n' })
    assert.equal(refreshed(generator, options), ['written a.bind.ts'])
  }))

test('a save within one tick of the clock is seen', () =>
  inTempFolder((folder) => {
    folder.write({ 'src/a.ts': dto('A') })
    const options = { inputs: ['src'], cwd: folder.path }
    const generator = createGenerator(options)
    generator.refresh()
    for (const name of ['B', 'C', 'D', 'E']) {
      writeFileSync(folder.at('src/a.ts'), dto(name))
      assert.equal(refreshed(generator, options), ['written a.bind.ts'])
    }
  }))

test('an old, unsaved file is not reread', () =>
  inTempFolder((folder) => {
    folder.write({ 'a.ts': 'a', 'b.ts': 'b' })
    const past = Date.now() + 60_000
    const state = new DiskState([folder.at('a.ts'), folder.at('b.ts'), folder.at('c.ts')], past)
    assert.equal(state.changed, [])
    folder.write({ 'b.ts': 'bb', 'c.ts': 'c' })
    assert.equal(state.changed, [folder.at('b.ts'), folder.at('c.ts')])
  }))

test('memory does not grow with the number of updates', () =>
  inTempFolder((folder) => {
    const [generator] = start(folder, { 'src/a.ts': dto('A'), 'src/b.ts': dto('B') })
    setFlagsFromString('--expose-gc')
    const collect: unknown = runInNewContext('gc')
    assert.type(collect, 'function')
    const heapUsed = (): number => {
      if (typeof collect === 'function') collect()
      return process.memoryUsage().heapUsed / 1e6
    }
    const save = (round: number): void => {
      writeFileSync(folder.at('src/a.ts'), dto(`A${round}`))
      settle(generator, [folder.at('src/a.ts')])
      // The folder disappears and returns, as on a branch switch.
      renameSync(folder.at('src'), folder.at('away'))
      assert.throws(() => generator.update([folder.at('src')]), /does not exist/)
      renameSync(folder.at('away'), folder.at('src'))
      settle(generator, [folder.at('src')])
    }
    for (let round = 0; round < 10; round++) save(round)
    const before = heapUsed()
    for (let round = 10; round < 50; round++) save(round)
    // 9 MB when every program kept its predecessor.
    assert.ok(heapUsed() - before < 4, `${heapUsed() - before} MB more`)
  }))

test.run()
