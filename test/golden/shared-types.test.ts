import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generate } from '@ctxgen/codegen'
import { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'
import { checkGenerated, compileErrors } from '../support/strict-compile.ts'
import { inTempProject, type TempProject } from '../support/temp-project.ts'

/*
 * Sources that use each other's types in every way: the outputs must run, and compile under flags that make
 * an unused import or type an error.
 */

/** Text sources cannot represent the members of an `Order`. */
const hasText = (tags: string): boolean => /body|form|query/.test(tags)

const shared = (tags: string): string => `import type { int } from '@ctxgen/runtime'
${hasText(tags) ? '' : "import type { Order } from './order.js'\n"}
/** ${tags} */
export interface Address {
  /** @validate min=1 */ street: string
  /** @json house_number */ houseNumber: int
  kind: 'address'
  place?: Place
  places?: Place[]
${hasText(tags) ? '' : '  order?: Order\n'}}
export interface Place {
  x: number
  /** @default red */ colour: Colour
  /** @validate max=3 */ names?: string[]
}
export enum Colour { Red = 'red', Blue = 'blue' }
`

const using = (tags: string, members: string): string => `import type { Address, Place } from './address.js'

/** ${tags} */
export interface Order {
  id: string
${members}
}
export interface Box<T> { of: T; kind: 'box' }
`

const inBodies = `  to: Address
  more?: Address[]
  near?: Place
  none?: Address | null`

const inJson = `${inBodies}
  union?: Address | Box<Address>
  rows?: Address[][]
  pair?: [Address, Address?]
  byName?: Record<string, Address | null>
  text?: string | Address`

const tagsOfShared = [
  '@json @response',
  '@json',
  '@response',
  '@json @missing zero',
  '@body @response',
  '@form',
  '@msgpack',
  '@query',
]
const tagsOfUsers: readonly (readonly [tags: string, members: string])[] = [
  ['@json @response', inJson],
  ['@json', inJson],
  ['@response', inJson],
  ['@json @missing zero', inBodies],
  ['@body @response', inBodies],
  ['@form @msgpack', inBodies],
  ['@query', '  to: Address'],
]

const all = tagsOfShared.flatMap((one) => tagsOfUsers.map((other) => ({ one, other })))

function errorsOf(project: TempProject): Promise<readonly string[]> {
  const base = join(root, 'fixtures/tsconfig.json')
  const config = {
    extends: base,
    compilerOptions: { rootDir: '.', erasableSyntaxOnly: false },
    include: ['src'],
  }
  project.write({ 'tsconfig.json': JSON.stringify(config) })
  return compileErrors(project.at('tsconfig.json'))
}

test('sources that share types compile', async () => {
  await inTempProject(async (project) => {
    for (const [i, { one, other }] of all.entries()) {
      project.write({ [`src/${i}/address.ts`]: shared(one), [`src/${i}/order.ts`]: using(...other) })
    }
    const { diagnostics, files } = await generate({ inputs: ['src'], cwd: project.path })
    assert.equal(
      diagnostics.map(({ message, span }) => `${span?.path}: ${message}`),
      [],
    )
    assert.is(files.length, 2 * all.length)
    checkGenerated(project.path)
    const errors = (await errorsOf(project)).filter((line) => line.includes('.bind.ts'))
    assert.is(errors.slice(0, 20).join('\n'), '')
  })
})

const bodies: readonly object[] = [
  {
    id: 'i',
    to: address(),
    more: [address(), { ...address(), places: [{ x: 1, colour: 'blue', names: ['a'] }] }],
    none: null,
  },
  { id: 'i', to: { ...address(), street: '', place: { x: 1, names: ['a', 'b', 'c', 'd'] } }, near: { x: 2 } },
  { id: 'i', to: { ...address(), house_number: 'x', place: { x: 'y', colour: 'green' } }, more: [5, {}] },
  {
    id: 'i',
    to: address(),
    union: { kind: 'box', of: address() },
    rows: [[address()], []],
    pair: [address()],
    text: 't',
  },
  {
    id: 'i',
    to: address(),
    union: { ...address(), street: '' },
    rows: [[{ ...address(), street: '' }]],
    pair: [address(), { kind: 'x' }],
    byName: { a: null, b: address() },
    text: address(),
  },
  { id: 'i', to: { ...address(), order: { id: 'j', to: { ...address(), street: '' } } } },
  {},
]

function address(): object {
  return { street: 's', house_number: 1, houseNumber: 1, kind: 'address' }
}

const texts = [
  'id=i&to.street=s&to.houseNumber=1&to.house_number=1&to.kind=address&to.place.x=1&to.place.names=a',
  'id=i&to.street=&to.houseNumber=1&to.house_number=1&to.kind=address&more[0].kind=x&near.x=y',
]

/** All visible results for an `Order`. */
async function answersOf(path: string): Promise<readonly unknown[]> {
  const { Order } = await import(pathToFileURL(path).href)
  const app = new App()
  const types = ['application/json', 'application/x-www-form-urlencoded']
  if (Order.body !== undefined) app.post('/body', (c) => c.json({ got: Order.body(c) }))
  if (Order.all !== undefined) app.post('/all', (c) => c.json({ got: Order.all(c) }))
  if (Order.stringify !== undefined) app.post('/sent', (c) => c.json({ got: Order.stringify(sent) }))
  const answers: unknown[] = [Order['~standard']?.jsonSchema?.input({ target: 'draft-2020-12' })]
  for (const place of ['/body', '/all', '/sent']) {
    for (const body of [...bodies.map((one) => JSON.stringify(one)), ...texts]) {
      const type = types[body.startsWith('{') ? 0 : 1] ?? ''
      const request = { method: 'POST', headers: { 'content-type': type, accept: 'application/json' }, body }
      const answer = await app.test(new Request(`http://localhost${place}?${texts[0]}`, request))
      answers.push([place, answer.status, await answer.text()])
    }
  }
  return answers
}

const sent = {
  id: 'i',
  to: { street: 's', houseNumber: 1, kind: 'address', more: 1, place: { x: 1, colour: 'red', y: 2 } },
  none: null,
  rows: [[{ street: 's', houseNumber: 1, kind: 'address' }]],
}

test('an imported type behaves as one generated in place', async () => {
  await inTempProject(async (project) => {
    for (const [i, { one, other }] of all.entries()) {
      for (const folder of ['src', 'alone']) {
        project.write({
          [`${folder}/${i}/address.ts`]: shared(one),
          [`${folder}/${i}/order.ts`]: using(...other),
        })
      }
    }
    const orders = (folder: string): readonly string[] => all.map((_, i) => `${folder}/${i}/order.ts`)
    await generate({ inputs: ['src'], cwd: project.path })
    const { files } = await generate({ inputs: orders('alone'), others: ['alone'], cwd: project.path })
    assert.is(files.length, all.length)
    let imported = 0
    for (const [i, { one, other }] of all.entries()) {
      const [here, there] = [`src/${i}/order.bind.ts`, `alone/${i}/order.bind.ts`]
      assert.not.match(project.read(there), 'address.bind')
      if (project.read(here).includes('address.bind')) imported++
      const answers = await answersOf(project.at(here))
      assert.ok(answers.length > 20)
      assert.equal(answers, await answersOf(project.at(there)), `${one}, ${other[0]}`)
    }
    assert.is(imported, 35)
  })
})

test('a changed type is reported where a file that imports it or has code for it is used', async () => {
  await inTempProject(async (project) => {
    const users: Readonly<Record<string, string>> = {
      imports: '@json @response',
      pairs: '@json @form',
      xml: '@json @xml',
      zero: '@json @missing zero',
    }
    const address = shared('@json @response')
      .replace('  order?: Order\n', '')
      .replace(/^import type .*order.*$/m, '')
    project.write({ 'src/address.ts': address })
    for (const [name, tags] of Object.entries(users)) {
      project.write({
        [`src/${name}.ts`]: using(tags, inBodies.replace(/^ {2}near.*$/m, '')),
        [`src/use-${name}.ts`]: useOf('Order', name),
      })
    }
    project.write({ 'src/use-address.ts': useOf('Address', 'address') })
    await generate({ inputs: ['src'], cwd: project.path })
    const toldBy = async (): Promise<readonly string[]> => {
      const lines = (await errorsOf(project)).filter((line) => /run npx ctxgen/.test(line))
      return [...new Set(lines.flatMap((line) => /use-(\w+)\.ts/.exec(line)?.[1] ?? []))].sort()
    }
    assert.equal(await toldBy(), [])
    project.write({ 'src/address.ts': address.replace('street: string', 'street: number') })
    assert.equal(await toldBy(), ['address', 'imports', 'pairs', 'xml', 'zero'])
    project.write({ 'src/address.ts': address.replace('x: number', 'x: number; y: number') })
    assert.equal(await toldBy(), ['address', 'imports', 'pairs', 'xml', 'zero'])
    await generate({ inputs: ['src/imports.ts'], cwd: project.path })
    assert.equal(await toldBy(), ['pairs', 'xml', 'zero'])
  })
})

function useOf(dto: string, file: string): string {
  return `import type { Ctx } from '@ctxgen/runtime'
import { ${dto} } from './${file}.bind.js'
export const read = (c: Ctx): ${dto} => c.bind().all(${dto})
`
}

test.run()
