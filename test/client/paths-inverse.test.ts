import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ClientCompiler } from './client-compiler.ts'

// Values of random paths: each arrives as it is, or its property is named.

const [routes, values] = [120, 300]
const random = randomOf(1)
const letters = ['a', 'x', '-', '.', '@', '/', 'é', '%', 'X', '~']

const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T
const textOf = (most: number): string =>
  Array.from({ length: random(most + 1) }, () => pick(letters)).join('')
/** A text that is no sign of a pattern. */
const literal = (): string => pick(['-', '-x', '.', '/', '/x/', '-/', '--', '-@', '-é', '.x', '-%', '/a-'])

interface Route {
  readonly pattern: string
  readonly params: readonly string[]
}

function randomRoute(): Route {
  const params: string[] = []
  let pattern = '/'
  for (const name of ['a', 'b', 'c'].slice(0, 1 + random(3))) {
    const sign = random(4) === 0 && !params.some((one) => /[*+]/.test(one)) ? pick(['*', '+']) : name
    const isAfterWildcard = /[*+]$/.test(pattern)
    if (params.length > 0 && (isAfterWildcard || sign !== name || random(4) > 0)) pattern += literal()
    pattern += sign === name ? `:${name}` : sign
    params.push(sign)
  }
  return { pattern: pattern + (random(3) === 0 ? literal().replace(/\/+$/, '') : ''), params }
}

const all = Array.from({ length: routes }, randomRoute)
const app = `import { App } from '@ctxgen/runtime'
export const seen: { value: unknown } = { value: undefined }
export const app = new App()
${all
  .map(
    ({ pattern, params }, i) => `app.get(${JSON.stringify(`/r${i}${pattern}`)}, (c) => {
  seen.value = [${params.map((name) => `c.params('${name}')`).join(', ')}]
  c.sendStatus(204)
}).name('r${i}')`,
  )
  .join('\n')}
`

test('values of paths arrive as they are, or their property is named', async () => {
  const compiler = new ClientCompiler()
  const tally = { same: 0, refused: 0 }
  try {
    const print = { dtos: () => '/** @json */\nexport interface Unused { a: string }', app: () => app }
    const { app: served, seen, clients } = await compiler.compile([], ['json'], print)
    assert.equal(await compiler.typeErrors(['json']), [])
    const functions = clients.get('json') ?? {}
    for (const [i, { pattern, params }] of all.entries()) {
      // A `*` has a form without it, too.
      const own = Object.keys(functions).filter((one) =>
        new RegExp(`^(?:r|getR)${i}(?!\\d|.*Url$)`).test(one),
      )
      const call = functions[own.find((one) => one.includes('Wildcard')) ?? own[0] ?? '']
      if (typeof call !== 'function') throw new Error(`no function for ${pattern}`)
      for (let n = 0; n < values; n++) {
        const sent = params.map(() => (random(20) === 0 ? '' : pick(letters) + textOf(pick([0, 3]))))
        const names = params.map((one) => (/[*+]/.test(one) ? 'wildcard' : one))
        const input = Object.fromEntries(names.map((one, at) => [one, sent[at]]))
        seen.value = undefined
        try {
          const { status } = await call({ fetch: served.fetch }, input)
          assert.equal([status, seen.value], [204, sent], `${pattern} ${JSON.stringify(sent)}`)
          tally.same++
        } catch (error) {
          if (!(error instanceof TypeError)) throw new Error(`${pattern} ${JSON.stringify(sent)}: ${error}`)
          assert.ok(names.includes(error.message.split(' ', 1)[0] ?? ''), `${pattern}: ${error.message}`)
          tally.refused++
        }
      }
    }
  } finally {
    compiler.close()
  }
  assert.ok(tally.same > 18_000 && tally.refused > 1000, JSON.stringify(tally))
})

/** Whole numbers below a limit, the same ones for a seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

test.run()
