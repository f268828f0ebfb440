import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isDeeper } from '../src/bind/json-depth.ts'
import { enterObject, Faults, jsonList, jsonString, validated } from '../src/codegenv1.ts'
import { Bind, BindError, setParserDecoder } from '../src/index.ts'
import { bodyInput } from './body-input.ts'

/** What a reader makes of one element: a value that is wrong, and one that is missing. */
function readPair(value: unknown, key: string | number, faults: Faults): object | undefined {
  const json = enterObject(value, key, ['a', 'b'], faults)
  if (json === undefined) return undefined
  const a = jsonString(json['a'], 'a', faults)
  const b = jsonString(json['b'], 'b', faults) ?? faults.missing('b')
  faults.leave()
  return { a, b }
}

function errorOf(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}

test('every fault of a long list is told, in time that grows with its length', () => {
  const faults = new Faults()
  faults.source = 'body'
  jsonList(Array(5000).fill({ a: 1 }), 'l', faults, readPair)
  const error = errorOf(() => faults.check())
  assert.instance(error, BindError)
  assert.is((error as BindError).issues.length, 10_000)
})

test('what is wrong covers what is missing of it or below it, in each of its places', () => {
  const faults = new Faults()
  faults.source = 'body'
  faults.wrong('x', 'must be an object')
  faults.wrong('Y-Z', 'must be text')
  faults.missing('x.a.b')
  faults.missing('xa')
  faults.missing('y-z', 'header', ['body Y-Z'])
  faults.missing('q', 'query', ['header q', 'body x.q'])
  faults.missing('Y-Z', 'header')
  faults.missing('x.a', 'query')
  const issues = faults.issues().map(({ source, path }) => `${source} ${path}`)
  assert.equal(issues, ['body x', 'body Y-Z', 'body xa', 'query x.a', 'header Y-Z'])
})

test('faults whose paths outgrow memory end the bind', () => {
  const faults = new Faults()
  faults.source = 'body'
  faults.enter('k'.repeat(100_000))
  const error = errorOf(() => jsonList(Array(1_000_000).fill(1), 'l', faults, jsonString))
  assert.instance(error, BindError)
  assert.is((error as BindError).issues.length, 3)
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

test('a body without a DTO is nested no deeper than maxDepth', () => {
  const body = (depth: number): string => `{"x":${'[{"y":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}}`
  const bind = (text: string): unknown => new Bind(bodyInput('application/json', text)).json()
  assert.is(
    errorOf(() => bind(body(32))),
    undefined,
  )
  const error = errorOf(() => bind(body(34)))
  assert.is((error as BindError).message, 'bind from body: is more than 32 values deep')
})

test('binders refuse to work under another alias tag', async () => {
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
      'Person was generated with the alias tag "param", and setParserDecoder says "field": generate it with --alias-tag field',
    )
    assert.throws(() => bind.query(dto()), /without an alias tag/)
  } finally {
    setParserDecoder({})
  }
  assert.equal(bind.query(dto('param')), {})
})

test('a promise of the structValidator is not passed over', () => {
  const structValidator = { validate: (): Promise<void> => Promise.reject(new Error('late')) }
  const c = bodyInput('', '', { structValidator })
  assert.throws(() => validated(c, { name: 'Person' }, {}), 'the structValidator returned a promise')
})

test.run()
