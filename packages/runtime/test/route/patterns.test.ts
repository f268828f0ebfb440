import { pathForm } from '@ctxgen/core/path-form'
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
}
const strict: RouterOptions = { ...relaxed, caseSensitive: true, strictRouting: true }

/** Matches every path of every row, for a pattern alone and among all others. */
function check(rows: PatternRows, method: string, options: RouterOptions): void {
  const together = new Router<string>(options)
  for (const pattern of Object.keys(rows)) together.add(method, pattern, [pattern])
  for (const [pattern, paths] of Object.entries(rows)) {
    const alone = new Router<string>(options)
    alone.add(method, pattern, [pattern])
    for (const [sent, values] of Object.entries(paths)) {
      const path = pathForm(sent)
      for (const router of [alone, together]) {
        const route = router.find('GET', path).find(({ handlers }) => handlers[0] === pattern)
        const found = route?.pattern.params.map((_, place) => paramValue(route, place, path, options))
        assert.equal(found ?? null, values, `${pattern} with ${path}`)
      }
    }
  }
}

test('the matches of a pattern, and the values of its parameters', () => check(relaxedRows, 'GET', relaxed))

test('matches when trailing slashes and case count', () => check(strictRows, 'GET', strict))

test('matches of middleware', () => check(middlewareRows, 'use', relaxed))

test('with strictRouting middleware still takes a path with a slash at the end', () =>
  check({ '/Api': middlewareRows['/api'] ?? {} }, 'use', { ...relaxed, strictRouting: true }))

test.run()
