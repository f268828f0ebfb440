import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { matchPattern } from '../src/route/match-pattern.ts'
import { segmentText } from '../src/route/param-places.ts'
import { parsePattern } from '../src/route/pattern.ts'
import { Router } from '../src/route/router.ts'
import type { RouterOptions } from '../src/route/router-options.ts'

const relaxed: RouterOptions = {
  caseSensitive: false,
  strictRouting: false,
  disableHeadAutoRegister: false,
  unescapePath: false,
}
const strict: RouterOptions = { ...relaxed, strictRouting: true }

/** The handlers a request meets, in order. */
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

test('the routes of a path come in order of registration, whatever their kind', () => {
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

test('the tree finds what matching every pattern one by one finds', () => {
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

test('HEAD uses GET routes where they stand, unless a HEAD route has the same path', () => {
  const router = routerOf(['GET /a', 'HEAD /a', 'GET /b', 'use /'])
  assert.equal(met(router, 'HEAD', '/a'), ['HEAD /a', 'use /'])
  assert.equal(met(router, 'HEAD', '/b'), ['GET /b', 'use /'])
  assert.equal(met(routerOf(['GET /a'], { ...relaxed, disableHeadAutoRegister: true }), 'HEAD', '/a'), [])
})

test('TRACE is answered by a route of its own only', () => {
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

test('a parameter is found by segment exactly where the pattern matches it', () => {
  for (const [pattern, path, expected] of [
    ['/:a', '/x', 'x'],
    ['/u/:a/p', '/u/x/p', 'x'],
    ['/u/p/:a', '/u/p/x/', 'x'],
  ] as const) {
    const router = new Router<string>(relaxed)
    const route = router.add('GET', pattern, ['h'])
    assert.equal(segmentText(path, route.places.segments?.[0] ?? -1), expected)
  }
  const irregular = new Router<string>(relaxed).add('GET', '/:a-:b', ['h'])
  assert.is(irregular.places.segments, undefined)
})

test('matching is linear in the path, also for patterns with many wildcards', () => {
  const pattern = parsePattern('/*a*a*a*a*a*a*a*a*b', relaxed)
  const path = `/${'a'.repeat(200_000)}`
  const start = performance.now()
  assert.is(matchPattern(pattern, path, false), undefined)
  assert.ok(performance.now() - start < 200)
})

test('a look-up among 10 000 routes costs what one among ten costs', () => {
  const lines = Array.from({ length: 10_000 }, (_, i) => `GET /api/r${i}/:id/detail`)
  const start = performance.now()
  const router = routerOf(lines)
  assert.equal(met(router, 'GET', '/api/r9999/5/detail'), ['GET /api/r9999/:id/detail'])
  assert.ok(performance.now() - start < 2000, 'building takes too long')
  const again = performance.now()
  for (let i = 0; i < 10_000; i++) router.find('GET', `/api/r${i}/5/detail`)
  assert.ok(performance.now() - again < 500, 'a look-up takes more than 50 µs')
})

test.run()
