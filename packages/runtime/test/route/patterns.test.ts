import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { RouterOptions } from '../../src/route/pattern.ts'
import { paramValue } from '../../src/route/route.ts'
import { Router } from '../../src/route/router.ts'
import { middlewareRows, type PatternRows, relaxedRows, strictRows } from './pattern-rows.ts'

const relaxed: RouterOptions = {
  caseSensitive: false,
  strictRouting: false,
  disableHeadAutoRegister: false,
  unescapePath: false,
}
const strict: RouterOptions = { ...relaxed, caseSensitive: true, strictRouting: true }

/** Asks about every path of every row, of a pattern by itself and among all others. */
function check(rows: PatternRows, method: string, options: RouterOptions): void {
  const together = new Router<string>(options)
  for (const pattern of Object.keys(rows)) together.add(method, pattern, [pattern])
  for (const [pattern, paths] of Object.entries(rows)) {
    const alone = new Router<string>(options)
    alone.add(method, pattern, [pattern])
    for (const [path, values] of Object.entries(paths)) {
      for (const router of [alone, together]) {
        const route = router.find('GET', path).find(({ handlers }) => handlers[0] === pattern)
        const found = route?.pattern.params.map((_, place) => paramValue(route, place, path, options))
        assert.equal(found ?? null, values, `${pattern} with ${path}`)
      }
    }
  }
}

test('what a pattern takes, and the values of its parameters', () => check(relaxedRows, 'GET', relaxed))

test('what it takes when slashes at the end and case count', () => check(strictRows, 'GET', strict))

test('what middleware takes', () => check(middlewareRows, 'use', relaxed))

test('with strictRouting middleware still takes a path with a slash at the end', () =>
  check({ '/Api': middlewareRows['/api'] ?? {} }, 'use', { ...relaxed, strictRouting: true }))

test.run()
