import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { GenerateOptions } from '../../src/input/generate-options.ts'
import { generate } from '../../src/run/generate.ts'
import { createGenerator, type Generator } from '../../src/run/generator.ts'
import { inTempFolder, type TempFolder } from '../support/temp-folder.ts'

const address = `/** @json @response */
export interface Address {
  /** @validate min=1 */ street: string
  houseNumber?: number
  place?: Place
}
export interface Place { x: number }
`

const order = (tags = '@json @response', from = './address.js'): string =>
  `import type { Address } from '${from}'\n/** ${tags} */\nexport interface Order { to: Address }\n`

/** The names that a generated file imports from others, by relative path; `type` marks types. */
async function importsIn(
  folder: TempFolder,
  options: Partial<GenerateOptions> = {},
): Promise<Readonly<Record<string, readonly string[]>>> {
  const { files, diagnostics } = await generate({
    inputs: ['src'],
    cwd: folder.path,
    ...options,
    mode: 'memory',
  })
  assert.equal(diagnostics, [])
  return Object.fromEntries(
    files.map(({ path, text }) => {
      const imports = text.matchAll(/^import \{([^}]*)\} from '(\.[^']*)'/gm)
      const names = [...imports].flatMap(([, some = '', from]) =>
        some.split(',').flatMap((one) => (one.trim() === '' ? [] : [`${one.trim()} ${from}`])),
      )
      return [path.slice(folder.path.length + 1), names]
    }),
  )
}

test('a type that is a DTO in its own source is imported from that file', () =>
  inTempFolder(async (folder) => {
    folder.write({ 'src/address.ts': address, 'src/order.ts': order() })
    const from = './address.bind.js'
    assert.equal(await importsIn(folder), {
      'src/address.bind.ts': [],
      'src/order.bind.ts': [
        `type Address ${from}`,
        `checkAddress ${from}`,
        `addressShape ${from}`,
        `plainAddress ${from}`,
      ],
    })
    // Its nested types are not imported.
    folder.write({ 'src/order.ts': order('@json') })
    await generate({ inputs: ['src'], cwd: folder.path })
    assert.not.match(folder.read('src/order.bind.ts'), /Place|street|plain/)
  }))

test('a list of a shared type imports its parts; an alias of a list is never imported', () =>
  inTempFolder(async (folder) => {
    const list = `import type { Address } from './address.js'
/** @json @response */ export type Addresses = readonly Address[]
`
    const user = `import type { Addresses } from './list.js'
/** @json */ export interface User { homes: Addresses }
/** @json */ export type Homes = Addresses
`
    folder.write({ 'src/address.ts': address, 'src/list.ts': list, 'src/user.ts': user })
    const from = './address.bind.js'
    const read = [`type Address ${from}`, `checkAddress ${from}`, `addressShape ${from}`]
    const imports = await importsIn(folder)
    assert.equal([...(imports['src/list.bind.ts'] ?? [])].sort(), [...read, `plainAddress ${from}`].sort())
    assert.equal(imports['src/user.bind.ts'], read)
  }))

/** Reasons why a type, or a part of it, is not imported. */
const others: readonly (readonly [
  why: string,
  files: Readonly<Record<string, string>>,
  imported: readonly string[],
  options?: Partial<GenerateOptions>,
])[] = [
  ['it has no tags', { 'src/address.ts': address.replace('@json @response', '') }, []],
  ['it is tagged for another format', { 'src/address.ts': address.replace('@json @response', '@form') }, []],
  [
    'it is sent but not read',
    { 'src/address.ts': address.replace('@json @response', '@response') },
    ['plainAddress'],
  ],
  [
    'it is read but not sent',
    { 'src/address.ts': address.replace(' @response', '') },
    ['checkAddress', 'addressShape'],
  ],
  [
    'as a DTO it is read in another way',
    { 'src/address.ts': address.replace('@validate', '@query @validate') },
    ['plainAddress'],
  ],
  [
    'its DTO has zero values',
    { 'src/order.ts': order('@json @response @missing zero') },
    ['checkAddress', 'plainAddress'],
  ],
  [
    'it has zero values itself',
    { 'src/address.ts': address.replace('@json', '@json @missing zero') },
    ['type', 'checkAddress', 'addressShape', 'plainAddress'],
  ],
  [
    'a form names it otherwise',
    {
      'src/order.ts': order('@form @json'),
      'src/address.ts': address.replace(
        'houseNumber',
        '/** @json house_number @validate max=9 */ houseNumber',
      ),
    },
    ['addressShape'],
  ],
  [
    'a form names it equally',
    {
      'src/order.ts': order('@form @json'),
      'src/address.ts': address.replace('houseNumber', '/** @validate max=9 */ houseNumber'),
    },
    ['checkAddress', 'addressShape'],
  ],
  ['it is generic', { 'src/address.ts': address.replace('Address', 'Address<T = number>') }, []],
  [
    'its export would clash with another name',
    { 'src/address.ts': `${address}export interface address { y: number }\n` },
    [],
  ],
  [
    'it is declared in a file without an output',
    { 'src/order.ts': order('@json', './types.js'), 'src/types.d.ts': address },
    [],
  ],
  [
    'it is installed',
    {
      'src/order.ts': order('@json', 'shop'),
      'node_modules/shop/package.json': '{ "types": "index.ts" }',
      'node_modules/shop/index.ts': address,
    },
    [],
  ],
  [
    'it is outside the project',
    { 'src/order.ts': order('@json', '../../address.js'), '../address.ts': address },
    [],
  ],
  [
    'it is in another package',
    {
      'src/order.ts': order('@json', '../lib/address.js'),
      'lib/package.json': '{}',
      'lib/address.ts': address,
    },
    [],
  ],
  [
    'it is in another project',
    { 'src/order.ts': order('@json', '../lib/address.js'), 'lib/address.ts': address },
    [],
    { others: ['lib'] },
  ],
  [
    'its output path is unknown',
    { 'src/order.ts': order('@json', '../lib/address.js'), 'lib/address.ts': address },
    [],
    { outDir: 'gen' },
  ],
]

for (const [why, files, imported, options] of others) {
  test(`imports when ${why}`, () =>
    inTempFolder(async (folder) => {
      folder.write({ 'src/address.ts': address, 'src/order.ts': order(), ...files })
      const all = await importsIn(folder, options)
      const names = (all['src/order.bind.ts'] ?? all['gen/order.bind.ts'])?.map((name) => name.split(' ')[0])
      assert.equal(names, imported)
      assert.not.ok(Object.keys(all).some((path) => /^lib|^\.\.|node_modules/.test(path)))
    }))
}

test('taken names', () =>
  inTempFolder(async (folder) => {
    folder.write({
      'src/address.ts': address.replace('houseNumber', 'addressShape'),
      'src/order.ts': `${order().replace('to:', 'checkAddress: string; to:')}/** @json */ export interface Other { a: Address2 }
import type { default as Address2 } from './other.js'\n`,
      'src/other.ts': `/** @json */\nexport default interface Address { a: string }\n`,
    })
    const all = await importsIn(folder)
    assert.equal(all['src/order.bind.ts'], [
      'type Address ./address.bind.js',
      'checkAddress as checkAddress2 ./address.bind.js',
      'addressShape as addressShape2 ./address.bind.js',
      'plainAddress ./address.bind.js',
      'type Address as AOfOther ./other.bind.js',
      'addressShape as addressShape3 ./other.bind.js',
    ])
    await generate({ inputs: ['src'], cwd: folder.path })
    assert.match(folder.read('src/address.bind.ts'), 'export { addressShape2 as addressShape }')
  }))

test('a link to a source counts as that source', () =>
  inTempFolder(async (folder) => {
    folder.write({ 'real/address.ts': address, 'src/order.ts': order('@json', '../link/address.js') })
    symlinkSync(folder.at('real'), folder.at('link'))
    const all = await importsIn(folder, { inputs: ['src', 'real'] })
    assert.equal(Object.keys(all).sort(), ['real/address.bind.ts', 'src/order.bind.ts'])
    assert.match(all['src/order.bind.ts']?.[0] ?? '', 'type Address ../real/address.bind.js')
  }))

/** The texts of a run, by relative path. */
async function textsOf(folder: TempFolder, options: Partial<GenerateOptions>): Promise<object> {
  const { files } = await generate({ inputs: ['src'], cwd: folder.path, ...options, mode: 'memory' })
  return Object.fromEntries(files.map(({ path, text }) => [path.slice(folder.path.length + 1), text]))
}

const chain = {
  'src/dto/a.ts': `import type { B } from './deep/b.js'\n/** @json */ export interface A { b: B }\n`,
  'src/dto/deep/b.ts': `import type { C } from '../../lib/c.js'\n/** @json */ export interface B { c: C }\n`,
  'src/lib/c.ts': `import type { A } from '../dto/a.js'\n/** @json */ export interface C { a?: A }\n`,
}

test("a file's content does not depend on the other inputs of a run", () =>
  inTempFolder(async (folder) => {
    folder.write(chain)
    const whole = await textsOf(folder, {})
    assert.equal(Object.keys(whole).sort(), [
      'src/dto/a.bind.ts',
      'src/dto/deep/b.bind.ts',
      'src/lib/c.bind.ts',
    ])
    for (const inputs of [
      ['src/dto'],
      ['src/dto/a.ts'],
      ['src/dto/deep/*.ts'],
      ['src/lib/c.ts', 'src/dto/a.ts'],
    ]) {
      assert.equal(await textsOf(folder, { inputs }), whole, inputs.join())
    }
    const roots = ['src/dto', 'src']
    const there = await textsOf(folder, { outDir: 'gen' })
    assert.equal(Object.keys(there).sort(), [
      'gen/dto/a.bind.ts',
      'gen/dto/deep/b.bind.ts',
      'gen/lib/c.bind.ts',
    ])
    for (const inputs of [['src/dto'], ['src/dto/deep/b.ts']]) {
      assert.equal(await textsOf(folder, { inputs, outDir: 'gen', roots }), there, inputs.join())
    }
  }))

test('a check of one file also checks its imports', () =>
  inTempFolder(async (folder) => {
    folder.write({ 'src/address.ts': address, 'src/order.ts': order() })
    const options = { inputs: ['src/order.ts'], cwd: folder.path }
    await generate(options)
    const found = async (): Promise<readonly string[]> =>
      (await generate({ ...options, mode: 'check' })).files.map(
        ({ path, outcome }) => `${outcome} ${path.split('/').at(-1)}`,
      )
    assert.equal(await found(), ['unchanged address.bind.ts', 'unchanged order.bind.ts'])
    folder.write({ 'src/address.ts': address.replace('x: number', 'x: string') })
    assert.equal(await found(), ['stale address.bind.ts', 'unchanged order.bind.ts'])
    folder.write({ 'src/address.ts': address.replace('@json', '@form') })
    assert.equal(await found(), ['stale address.bind.ts', 'stale order.bind.ts'])
    rmSync(folder.at('src/address.bind.ts'))
    folder.write({ 'src/address.ts': address })
    assert.equal(await found(), ['missing address.bind.ts', 'unchanged order.bind.ts'])
  }))

test("an error in an imported source is reported by the importer's run", () =>
  inTempFolder(async (folder) => {
    folder.write({
      'src/address.ts': `${address}/** @json */ export interface Bad { a: symbol }\n`,
      'src/order.ts': order(),
    })
    const { diagnostics } = await generate({ inputs: ['src/order.ts'], cwd: folder.path })
    assert.equal(
      diagnostics.map(({ span }) => span?.path),
      [folder.at('src/address.ts')],
    )
  }))

/** Performs all actions of an update. */
function settle(generator: Generator, touched: readonly string[]): readonly string[] {
  const outcomes = [...(generator.update(touched)?.files ?? [])]
  while (generator.waiting > 0) outcomes.push(...generator.resume().files)
  const told = outcomes.filter(({ outcome }) => outcome !== 'unchanged')
  return told.map(({ outcome, path }) => `${outcome} ${path.split('/').at(-1)}`).sort()
}

test('a generator follows imports', () =>
  inTempFolder(async (folder) => {
    mkdirSync(folder.at('src'))
    folder.write({
      'src/address.ts': address,
      'src/order.ts': order('@json', './other.js'),
      'src/other.ts': 'export interface Address { a: string }\n',
    })
    const options = { inputs: ['src/order.ts'], cwd: folder.path }
    const generator = createGenerator(options)
    const isRight = async (): Promise<void> => {
      const { files } = await generate({ ...options, mode: 'check' })
      assert.equal(
        files.filter(({ outcome }) => outcome !== 'unchanged'),
        [],
      )
      assert.equal(
        [...generator.dependencies.outputs].sort(),
        files.map(({ path }) => path),
      )
    }
    assert.equal(generator.run().files.length, 1)
    folder.write({ 'src/order.ts': order('@json') })
    assert.equal(settle(generator, [folder.at('src/order.ts')]), [
      'written address.bind.ts',
      'written order.bind.ts',
    ])
    await isRight()
    folder.write({ 'src/address.ts': address.replace('x: number', 'x: string') })
    assert.equal(settle(generator, [folder.at('src/address.ts')]), ['written address.bind.ts'])
    await isRight()
    folder.write({ 'src/address.ts': address.replace('@json', '@form') })
    assert.equal(settle(generator, [folder.at('src/address.ts')]), [
      'written address.bind.ts',
      'written order.bind.ts',
    ])
    await isRight()
    folder.write({ 'src/address.ts': address })
    assert.equal(settle(generator, [folder.at('src/address.ts')]), [
      'written address.bind.ts',
      'written order.bind.ts',
    ])
    // An update without known changes checks them as well.
    generator.refresh()
    rmSync(folder.at('src/address.bind.ts'))
    generator.refresh()
    await isRight()
    rmSync(folder.at('src/address.ts'))
    settle(generator, [folder.at('src/address.ts')])
    folder.write({ 'src/address.ts': address })
    settle(generator, [folder.at('src/address.ts')])
    await isRight()
  }))

test('a union alias and a generic with the same arguments are generated once in a file', () =>
  inTempFolder(async (folder) => {
    folder.write({
      'src/a.ts': `export type Way = Car | Bike
export interface Car { kind: 'car'; at: Date }
export interface Bike { kind: 'bike'; at: Date }
export interface Page<T> { items: T[]; next?: Page<T> }
/** @json @response */
export interface A { one: Way; more: Way[]; byName: Record<string, Way>; both?: string | Way; first: Page<Car>; last: Page<Car> | null }
/** @json @response */
export interface B { way?: Way; page: Page<Car> }
`,
    })
    await generate({ inputs: ['src'], cwd: folder.path })
    const text = folder.read('src/a.bind.ts')
    const namesOf = (pattern: RegExp): string => [...text.matchAll(pattern)].map(([, name]) => name).join(' ')
    const functions = namesOf(/^function (\w+)/gm)
    assert.is(functions, 'readOne readBoth plainOne plainBoth plainPage plainBike plainCar')
    assert.is(namesOf(/^(?:export )?const (\w+Shape)\b/gm), 'aShape bShape pageShape bikeShape carShape')
  }))

test.run()
