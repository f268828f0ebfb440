import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { validated } from '../../src/bind/binder/validated.ts'
import { enter, leave } from '../../src/bind/reading/nested.ts'
import { Reading } from '../../src/bind/reading/reading.ts'
import { throwIssues } from '../../src/bind/reading/throw-issues.ts'
import type { JsonReader } from '../../src/bind/shape/json-object.ts'
import { isDeeper } from '../../src/bind/shape/json-object.ts'
import {
  asParsed,
  jsonList,
  jsonObjects,
  jsonParsed,
  jsonRecord,
  jsonString,
  shape,
} from '../../src/codegenv1.ts'
import { mustBeObject, mustBeText, unknownKey } from '../../src/error/english-issues.ts'
import { Bind, BindError, setParserDecoder } from '../../src/index.ts'
import { bodyInput } from './body-input.ts'

/** Of an element with a wrong value, and one with a missing value. */
const pair = shape(
  'Pair',
  () => ({ a: 'string', b: 'string' }),
  (json, at) => ({ a: jsonString(json['a'], 'a', at), b: jsonString(json['b'], 'b', at) }),
)

function bodyReading(): Reading {
  const at = new Reading(bodyInput('', ''))
  at.source = 'body'
  return at
}

function errorOf(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}

test('every issue of a list is reported', () => {
  const at = bodyReading()
  jsonObjects(Array(400).fill({ a: 1 }), 'l', at, pair)
  const error = errorOf(() => throwIssues(at))
  assert.instance(error, BindError)
  assert.is((error as BindError).issues.length, 800)
})

test('a wrong value covers missing values at and below it, in each of its places', () => {
  const at = bodyReading()
  at.wrong('x', mustBeObject)
  at.wrong('Y-Z', mustBeText)
  at.wrong('b ', unknownKey)
  at.missing('b c')
  at.missing('x.a.b')
  at.missing('xa')
  at.missing('y-z', 'header', ['body Y-Z'])
  at.missing('q', 'query', ['header q', 'body x.q'])
  at.missing('Y-Z', 'header')
  at.missing('x.a', 'query')
  const { issues } = errorOf(() => throwIssues(at)) as BindError
  const places = issues.map(({ source, path }) => `${source} ${path}`)
  assert.equal(places, ['body x', 'body Y-Z', 'body b ', 'body b c', 'body xa', 'query x.a', 'header Y-Z'])
})

test('issues with long paths are reported up to the memory limit', () => {
  const at = bodyReading()
  enter(at)
  leave(at, 'k'.repeat(100_000), jsonList(Array(1_000_000).fill(1), 'l', at, jsonString))
  const error = errorOf(() => throwIssues(at))
  assert.instance(error, BindError)
  assert.is((error as BindError).issues.length, 2)
})

test('of a million issues a readable number is reported', () => {
  const at = bodyReading()
  jsonList(Array(1_000_000).fill(1), 'l', at, jsonString)
  const { issues } = errorOf(() => throwIssues(at)) as BindError
  assert.is(issues.length, 1000)
  assert.is(issues.at(-1)?.path, 'l.999')
})

test('input after the last reported issue is not read', () => {
  let read = 0
  class Code {
    readonly isCode = true
    static parse(): Code | undefined {
      read++
      throw new Error('no code')
    }
  }
  const code = asParsed(Code)
  const readCode: JsonReader<Code> = (value, key, at) => jsonParsed(value, key, at, code)
  const list = Array(5000).fill('x')
  const at = bodyReading()
  jsonList(list, 'l', at, readCode)
  jsonRecord({ ...list }, 'r', at, readCode)
  // Each issue requests its cause again.
  assert.is(read, 2000)
  assert.instance(
    errorOf(() => throwIssues(at)),
    BindError,
  )
})

test('the depth of a JSON value', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  const isDeep = (text: string, most: number): boolean => isDeeper(JSON.parse(text), most)
  assert.not.ok(isDeep(nested(33), 33))
  assert.ok(isDeep(nested(34), 33))
  assert.ok(isDeep('{"a":{"b":[]}}', 2))
  assert.ok(isDeep('{"__proto__":{"b":[]}}', 2))
  assert.not.ok(isDeep(`[${'[],'.repeat(50)}[]]`, 2))
  assert.not.ok(isDeep('["[[[[", "\\"[[[", "\\\\", {"{{{": "]"}]', 2))
})

test('a body without a DTO respects maxDepth', () => {
  const body = (depth: number): string => `{"x":${'[{"y":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}}`
  const bind = (text: string): unknown => new Bind(bodyInput('application/json', text)).json()
  assert.is(
    errorOf(() => bind(body(32))),
    undefined,
  )
  const error = errorOf(() => bind(body(34)))
  assert.is((error as BindError).message, 'bind from body: is more than 32 values deep')
})

test('binders refuse another alias tag', async () => {
  const dto = (aliasTag?: string) => ({
    name: 'Person',
    ...(aliasTag === undefined ? {} : { aliasTag }),
    query: () => ({}),
  })
  const bind = new Bind(bodyInput('', ''))
  try {
    setParserDecoder({ setAliasTag: 'field' })
    assert.equal(bind.query(dto('field')), {})
    assert.throws(
      () => bind.query(dto('param')),
      'Person was generated with the alias tag "param", but setParserDecoder says "field": generate it with --alias-tag field',
    )
    assert.throws(() => bind.query(dto()), /without an alias tag/)
  } finally {
    setParserDecoder({})
  }
  assert.equal(bind.query(dto('param')), {})
})

test('a promise from the structValidator is an error', () => {
  const structValidator = { validate: (): Promise<void> => Promise.reject(new Error('late')) }
  const c = bodyInput('', '', { structValidator })
  assert.throws(
    () => validated(new Reading(c), { dto: { name: 'Person' }, findIssues: undefined, from: 'body' }, {}),
    'the structValidator returned a promise',
  )
})

test.run()
