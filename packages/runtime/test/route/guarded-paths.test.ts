import { pathForm } from '@ctxgen/core/path-form'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { foldCase, type RouterOptions } from '../../src/route/pattern.ts'
import { Router } from '../../src/route/router.ts'
import { pickerOf, slowForm, spelled } from '../support/path-spelling.ts'

const names = [
  'a',
  'admin',
  'my docs',
  'privé',
  '@private',
  'a+b',
  '100%',
  'x;y',
  'Straße',
  'ΟΔΟΣ',
  '日本',
  'a.b',
]
const inPatterns: Readonly<Record<string, string>> = { 'a+b': 'a\\+b', '100%': '100%25' }
const methods = ['GET', 'HEAD', 'POST', 'OPTIONS', 'PROPFIND', 'TRACE']
const below = ['', '/', '/x', '/:y', '/*', '/:y/z', '//', '/x/../y']

const pick = pickerOf(37)
const oneOf = <T>(list: readonly [T, ...T[]] | readonly T[]): T => list[pick(list.length)] ?? oneOf(list)
const segments = (): string[] => Array.from({ length: 1 + pick(3) }, () => oneOf(names))
const patternOf = (path: readonly string[]): string =>
  path.map((name) => `/${inPatterns[name] ?? (pick(3) === 0 ? encodeURIComponent(name) : name)}`).join('')

/** A path as a client may send it. */
function sentPath(path: readonly string[], cases: boolean): string {
  return spelled(path.map((name) => `/${name}`).join(''), pick, cases)
}

/** Whether a path is that of a guard or below it, from the slow form alone. */
function isBelow(path: string, guard: string, { caseSensitive }: RouterOptions): boolean {
  const [one, other] = [path, guard].map((text) =>
    caseSensitive ? slowForm(text) : foldCase(slowForm(text)),
  )
  return one === other || one?.startsWith(`${other}/`) === true
}

/** A router with a guard, routes around it and mounts, in random order. */
function tableOf(guard: readonly string[], options: RouterOptions): Router<string> {
  const router = new Router<string>(options)
  const mountAt = pick(guard.length)
  const inner = new Router<string>(options)
  const [outside, inside] = [guard.slice(0, mountAt), guard.slice(mountAt)]
  if (mountAt === 0) router.add('use', patternOf(guard), ['guard'])
  else inner.add('use', patternOf(inside), ['guard'])
  for (let i = pick(3); i > 0; i--) router.add('use', oneOf(['', '/', patternOf(segments())]), ['other'])
  if (mountAt > 0) router.mount(patternOf(outside), inner)
  for (let i = 1 + pick(4); i > 0; i--) {
    const start = oneOf([
      patternOf(guard),
      patternOf(segments()),
      '/*',
      '/:x',
      '',
      patternOf(guard.slice(0, 1)),
    ])
    const taker = oneOf([router, inner])
    taker.add(oneOf(['GET', 'all', 'POST', 'HEAD', 'TRACE']), start + oneOf(below), ['route'])
  }
  router.add('GET', '/*', ['route'])
  return router
}

test('a guard runs before each route for its path and those below, in every spelling', () => {
  let guarded = 0
  for (let table = 0; table < 1500; table++) {
    const options = {
      caseSensitive: pick(3) === 0,
      strictRouting: pick(2) === 0,
      disableHeadAutoRegister: false,
    }
    const guard = segments()
    const router = tableOf(guard, options)
    const plain = guard.map((name) => `/${name.replaceAll('%', '%25')}`).join('')
    for (let i = 0; i < 40; i++) {
      const start = pick(4) === 0 ? segments() : guard
      const sent =
        sentPath(start, !options.caseSensitive) +
        oneOf(['', '/', '//', '/x', '/%78/z', '/a%2Fb', '/.', '/%2e%2e'])
      const found = router.find(oneOf(methods), pathForm(sent)).map(({ handlers }) => handlers[0])
      const names = `${sent} with ${router.routes.map(({ method, path }) => `${method} ${path}`).join(', ')}`
      const first = found.indexOf('route')
      if (first === -1 || !isBelow(sent, plain, options)) continue
      // A mounted guard has its place in the order; the routes of the mount stand behind it.
      guarded++
      assert.ok(found.slice(0, first).includes('guard'), names)
    }
  }
  assert.ok(guarded > 15_000, `${guarded} guarded requests`)
})

test.run()
