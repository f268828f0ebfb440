import { join } from 'node:path'
import { generate } from '@ctxgen/codegen'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from './fixture-folders.ts'
import { compileErrors } from './strict-compile.ts'
import { inTempProject, type TempProject } from './temp-project.ts'

/*
 * Sources that use types of each other in every way: what is generated must compile under the strictest flags, in which an
 * import or a type that nobody uses is an error, and run.
 */

/** Text has no notation for what users hold. */
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
  const config = { extends: base, compilerOptions: { rootDir: '.', erasableSyntaxOnly: false }, include: ['src'] }
  project.write({ 'tsconfig.json': JSON.stringify(config) })
  return compileErrors(project.at('tsconfig.json'))
}

test('what sources have of each other compiles', async () => {
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
    const errors = (await errorsOf(project)).filter((line) => line.includes('.bind.ts'))
    assert.is(errors.slice(0, 20).join('\n'), '')
  })
})

test.run()
