import { pathForm } from '@ctxgen/core/path-form'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { matchPattern } from '../../src/route/match-pattern.ts'
import type { RouterOptions } from '../../src/route/pattern.ts'
import { parsePattern } from '../../src/route/pattern.ts'
import { paramValue } from '../../src/route/route.ts'
import { Router } from '../../src/route/router.ts'

const relaxed: RouterOptions = {
  caseSensitive: false,
  strictRouting: false,
  disableHeadAutoRegister: false,
}
const strict: RouterOptions = { ...relaxed, strictRouting: true }

/** The handlers for a request, in order. */
function met(router: Router<string>, method: string, path: string): string[] {
  return router.find(method, path).flatMap((route) => [...route.handlers])
}

/** A router of `METHOD /path` lines, each its own handler. */
function routerOf(lines: readonly string[], options: RouterOptions = relaxed): Router<string> {
  const router = new Router<string>(options)
  for (const line of lines) {
    const [method = '', path = ''] = line.split(' ')
    router.add(method, path, [line])
  }
  return router
}

test('the routes of a path match in order of registration, whatever their kind', () => {
  const lines = [
    'use /',
    'GET /a/:x',
    'all /a/b',
    'GET /a/*',
    'GET /a/b',
    'use /a',
    'GET /:x?/b',
    'POST /a/b',
    'GET /a/b/c',
  ]
  const router = routerOf(lines)
  const expected = ['use /', 'GET /a/:x', 'all /a/b', 'GET /a/*', 'GET /a/b', 'use /a', 'GET /:x?/b']
  assert.equal(met(router, 'GET', '/a/b'), expected)
  assert.equal(met(router, 'GET', '/a/c'), ['use /', 'GET /a/:x', 'GET /a/*', 'use /a'])
  assert.equal(met(router, 'GET', '/x'), ['use /'])
})

test('a literal and a parameter at the same place are both followed', () => {
  const router = routerOf(['GET /:a/x', 'GET /1/:b', 'GET /1/x', 'GET /1/y'])
  assert.equal(met(router, 'GET', '/1/x'), ['GET /:a/x', 'GET /1/:b', 'GET /1/x'])
  assert.equal(met(router, 'GET', '/1/y'), ['GET /1/:b', 'GET /1/y'])
  assert.equal(met(router, 'GET', '/2/x'), ['GET /:a/x'])
  assert.equal(met(router, 'GET', '/2/y'), [])
})

test('the tree finds the same as matching every pattern one by one', () => {
  const pieces = ['a', 'b', ':x', ':y?', '*', '+', 'a:z', ':p-:q', 'a*b']
  const lines: string[] = []
  for (const one of pieces) {
    lines.push(`GET /${one}`, `use /${one}`)
    for (const two of pieces) lines.push(`GET /${one}/${two}`, `use /${one}/${two}`)
  }
  for (const options of [relaxed, strict]) {
    const router = routerOf(lines, options)
    for (const path of [
      '/',
      '/a',
      '/a/',
      '/b',
      '/a/b',
      '/A/B',
      '/a/b/c',
      '/a-b',
      '/a/a-b/',
      '/axb/axb',
      '//',
      '/a//b',
      '/c/d/e/f',
    ]) {
      const folded = router.fold(path)
      const expected = router.routes
        .filter((route) => matchPattern(route.pattern, folded, route.method === 'use') !== undefined)
        .flatMap((route) => route.handlers)
      assert.equal(met(router, 'GET', path), expected, path)
    }
  }
})

test('random tables find the same as matching every pattern one by one, parameters included', () => {
  const pick = pickerOf(7)
  const pieces = [
    'a',
    'b',
    'ab',
    ':x',
    ':y',
    'a:z',
    ':x?',
    '*',
    '+',
    ':p-:q',
    'a*b',
    ':n<int>',
    '',
    'a-b',
    '@:u',
  ]
  const segments = ['a', 'b', 'ab', 'A', 'aB', 'a-b', '1', 'abc', '', '@a']
  for (let table = 0; table < 300; table++) {
    const lines = Array.from({ length: 1 + pick(12) }, () => {
      const path = Array.from({ length: 1 + pick(4) }, () => pieces[pick(pieces.length)]).join('/')
      return `${['GET', 'use', 'all'][pick(3)]} /${path}`
    })
    const options = { ...(pick(2) === 0 ? relaxed : strict), caseSensitive: pick(3) === 0 }
    const router = routerOf(lines, options)
    for (let i = 0; i < 40; i++) {
      const path = `/${Array.from({ length: 1 + pick(4) }, () => segments[pick(segments.length)]).join('/')}`
      const found = router.find('GET', path)
      const folded = router.fold(path)
      const expected = router.routes.filter((route) => {
        const places = matchPattern(route.pattern, folded, route.method === 'use')
        const values = valuesOf(route, path, places)
        const numbers = values.filter((_, place) => route.pattern.params[place] === 'n')
        return places !== undefined && numbers.every((text) => text === '' || /^-?\d+$/.test(text))
      })
      assert.equal(
        found.flatMap((route) => route.handlers),
        expected.flatMap((route) => route.handlers),
        `${path}: ${lines}`,
      )
      for (const route of found) {
        const wanted = valuesOf(route, path, matchPattern(route.pattern, folded, route.method === 'use'))
        assert.equal(
          wanted.map((_, place) => paramValue(route, place, path, options)),
          wanted,
          `${path}: ${route.path}`,
        )
      }
    }
  }
})

function valuesOf(
  { pattern }: { pattern: { params: readonly string[] } },
  path: string,
  places: number[] = [],
): string[] {
  return pattern.params.map((_, i) => path.slice(places[i * 2], places[i * 2 + 1]))
}

/** Pseudo-random numbers below a bound, the same in every run. */
function pickerOf(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

test('HEAD uses GET routes in their place, unless a HEAD route has the same path', () => {
  const router = routerOf(['GET /a', 'HEAD /a', 'GET /b', 'use /'])
  assert.equal(met(router, 'HEAD', '/a'), ['HEAD /a', 'use /'])
  assert.equal(met(router, 'HEAD', '/b'), ['GET /b', 'use /'])
  assert.equal(met(routerOf(['GET /a'], { ...relaxed, disableHeadAutoRegister: true }), 'HEAD', '/a'), [])
})

test('TRACE needs its own route', () => {
  const router = routerOf(['all /a', 'TRACE /b'])
  assert.equal(met(router, 'TRACE', '/a'), [])
  assert.equal(met(router, 'TRACE', '/b'), ['TRACE /b'])
  assert.equal(met(router, 'PROPFIND', '/a'), ['all /a'])
})

test('the methods of a path are listed once, HEAD with GET', () => {
  const router = routerOf(['POST /a', 'POST /a', 'GET /a', 'use /a', 'PUT /:x'])
  assert.equal(router.allowed('/a'), ['POST', 'GET', 'HEAD', 'PUT'])
  assert.equal(router.allowed('/none/there'), [])
})

test('a route added after the first request is found', () => {
  const router = routerOf(['GET /a'])
  assert.equal(met(router, 'GET', '/b'), [])
  router.add('GET', '/b', ['late'])
  assert.equal(met(router, 'GET', '/b'), ['late'])
})

test('a parameter is found by its place exactly if the pattern matches it', () => {
  for (const [pattern, path, expected] of [
    ['/:a', '/x', ['x']],
    ['/u/:a/p', '/u/x/p', ['x']],
    ['/u/p/:a', '/u/p/x/', ['x']],
    ['/u/:a/p/:b', '/U/x/P/y', ['x', 'y']],
    ['/@:a/:b', '/@x/y', ['x', 'y']],
    ['/u/:a/*', '/u/x/y/z//', ['x', 'y/z']],
    ['/u/:a/*', '/u/x', ['x', '']],
    ['/u/+', '/u/x/', ['x']],
    ['/u*', '/uv/w', ['v/w']],
    ['/u/:a?', '/u', ['']],
    ['/u/:a?', '/u/x', ['x']],
  ] as const) {
    const router = new Router<string>(relaxed)
    const route = router.add('GET', pattern, ['h'])
    assert.is.not(route.places.gaps, undefined, pattern)
    assert.equal(router.find('GET', path), [route], path)
    const values = route.pattern.params.map((name) => router.param(route, name, path))
    assert.equal(values, expected, path)
  }
})

test('a value belongs to its path, whatever was looked up in between', () => {
  const router = routerOf([
    'GET /:a/x/:b',
    'GET /:a/*',
    'POST /:b/x/:a',
    'POST /q/:c/:a',
    'GET /:a/y',
    'GET /l',
  ])
  const lookUp = (method: string, path: string): (() => unknown[]) => {
    const routes = router.find(method, path)
    const number = router.lookUp
    return () => routes.flatMap((r) => r.places.names.map((name) => router.param(r, name, path, number)))
  }
  const paths = ['/1%2F/x/2/', '/33/x/44', '/q/x/2', '/q/y', '/none', '/l', '/l/y', '/L/X/%41']
  const looked = paths.flatMap((path) => [lookUp('GET', path), lookUp('POST', path)])
  const late = looked.map((values) => values())
  const early = paths.flatMap((path) => [lookUp('GET', path)(), lookUp('POST', path)()])
  assert.equal(early, late)
  assert.equal(early.slice(0, 2), [
    ['1/', '2', '1/', 'x/2', 'x/2'],
    ['1/', '2'],
  ])
})

test('a literal path that other routes match too has their values', () => {
  const router = routerOf(['GET /abc', 'GET /:x'])
  for (const path of ['/ab', '/abc']) {
    const route = router.find('GET', path).at(-1)
    assert.is(route && router.param(route, 'x', path, router.lookUp), path.slice(1))
  }
})

test('a literal path is found among others of its length, in any case', () => {
  const lines = ['ab', 'ac', 'bb', 'abc', 'abd', 'Xbd', 'aü', 'a%2f%C3%BC'].map((path) => `GET /${path}`)
  const router = routerOf([...lines, 'GET /:x<len(2)>'])
  for (const line of lines) assert.is(met(router, 'GET', pathForm(line.slice(4)))[0], line)
  assert.equal(met(router, 'GET', '/AB/'), ['GET /ab', 'GET /:x<len(2)>'])
  assert.equal(met(router, 'GET', '/ad'), ['GET /:x<len(2)>'])
  assert.equal(met(router, 'GET', '/xbc'), [])
  assert.equal(met(router, 'GET', ''), [])
})

test('a pattern with other letters matches the form of a path, in any case', () => {
  const router = routerOf(['GET /größe/a', 'GET /gr%c3%b6%C3%9Fe/:x', 'GET /日本/*', 'GET /ΟΔΟΣ-:x'])
  const both = ['GET /größe/a', 'GET /gr%c3%b6%C3%9Fe/:x']
  assert.equal(met(router, 'GET', '/größe/a'), both)
  assert.equal(met(router, 'GET', '/GRÖßE/A'), both)
  assert.equal(met(router, 'GET', '/日本/x'), ['GET /日本/*'])
  const dotted = 'GET /gr%c3%b6%C3%9Fe/:x'
  assert.equal(
    met(router, 'GET', '/GRÖßE/İ'),
    [dotted],
    'also beside a letter without a single lower-case form',
  )
  assert.equal(met(router, 'GET', '/οδοσ-1'), ['GET /ΟΔΟΣ-:x'], 'letter by letter')
})

test('matching is linear in the path, also for patterns with many wildcards', () => {
  const pattern = parsePattern('/*a*a*a*a*a*a*a*a*b', relaxed)
  const path = `/${'a'.repeat(200_000)}`
  const start = performance.now()
  assert.is(matchPattern(pattern, path, false), undefined)
  assert.ok(performance.now() - start < 200)
})

test('a look-up among 10 000 routes costs the same as among ten', () => {
  const lines = Array.from({ length: 10_000 }, (_, i) => `GET /api/r${i}/:id/detail`)
  const start = performance.now()
  const router = routerOf(lines)
  assert.equal(met(router, 'GET', '/api/r9999/5/detail'), ['GET /api/r9999/:id/detail'])
  assert.ok(performance.now() - start < 20_000, 'building takes too long')
  const again = performance.now()
  for (let i = 0; i < 10_000; i++) router.find('GET', `/api/r${i}/5/detail`)
  assert.ok(performance.now() - again < 10_000, 'a look-up takes more than a millisecond')
})

test.run()
