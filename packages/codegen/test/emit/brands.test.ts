import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { generate } from '../../src/run/generate.ts'
import { inTempFolder } from '../support/temp-folder.ts'

interface Generated {
  readonly text: string
  readonly errors: readonly string[]
}

async function generated(source: string, files: Readonly<Record<string, string>> = {}): Promise<Generated> {
  let found: Generated = { text: '', errors: [] }
  await inTempFolder(async (folder) => {
    folder.write({ 'dto.ts': source, ...files })
    const result = await generate({ inputs: ['dto.ts'], cwd: folder.path, mode: 'memory' })
    found = { text: result.files[0]?.text ?? '', errors: result.diagnostics.map(({ message }) => message) }
  })
  return found
}

/** The output for each branded type. */
function brandsOf({ text, errors }: Generated): readonly string[] {
  assert.equal(errors, [])
  return [...text.matchAll(/^type (.* = Branded\$?<.*>)$/gm)].map(([, type = '']) => type)
}

const libraries: Readonly<Record<string, string>> = {
  'node_modules/type-fest/index.d.ts': `
declare const tag: unique symbol
export type Tag<Token extends PropertyKey, Meta> = { readonly [tag]: { [K in Token]: Meta } }
export type Tagged<T, Name extends PropertyKey, Meta = never> = T & Tag<Name, Meta>`,
  'node_modules/ts-brand/index.d.ts': `
export type Brand<Base, Branding, Name extends string = '__type__'> =
  Base & { [K in Name]: Branding } & { __witness__: Base }`,
  'node_modules/effect/index.d.ts': `
declare const BrandTypeId: unique symbol
export interface Brand<in out K extends string> { readonly [BrandTypeId]: { readonly [k in K]: K } }`,
  // Like zod's declaration of \`.brand()\`: with a missing global type it would be both.
  'node_modules/zod/index.d.ts': `
declare const $brand: unique symbol
export type BRAND<T extends string> = { [$brand]: { [k in T]: true } }
export interface Type<Out> { out: Out; brand<T>(): PropertyKey extends T ? this : Type<Out & BRAND<T & string>> }
export type infer<T extends Type<unknown>> = T['out']
export declare const z: { string(): Type<string> }`,
}

test('brands as libraries declare them', async () => {
  const source = `import type { int32 } from '@ctxgen/runtime'
import type { Tagged } from 'type-fest'
import type { Brand } from 'ts-brand'
import type * as Effect from 'effect'
import type * as z from 'zod'
import { z as schemas } from 'zod'
const schema = schemas.string().brand<'Inferred'>()
/** @json */ export interface D {
  a: Tagged<string, 'A'>
  b: Tagged<Tagged<int32, 'B'>, 'More', { max: 5 }>
  c: Brand<bigint, 'C'>
  d: Brand<boolean, 'D', '__own__'>
  e: string & Effect.Brand<'E'>
  f: ('x' | 'y') & z.BRAND<'F'>
  g: z.infer<typeof schema>
}`
  assert.equal(brandsOf(await generated(source, libraries)), [
    "A = Branded<dto.D['a'], string>",
    "B = Branded<dto.D['b'], number>",
    "C = Branded<dto.D['c'], bigint>",
    "DOfD = Branded<NonNullable<dto.D['d']>, boolean>",
    "E = Branded<dto.D['e'], string>",
    "F = Branded<NonNullable<dto.D['f']>, 'x' | 'y'>",
    "G = Branded<dto.D['g'], string>",
  ])
})

test('a type has one name everywhere', async () => {
  const source = `
type Id = string & { readonly __brand: 'Id' }
interface Page<T> { items: T[]; next?: T | null }
/** @json */ export interface D { by: Record<Id, Page<Id>[]>; id?: Id; pair: [Id, Id?] }
/** @query */ export interface E extends Partial<Pick<D, 'id'>> {}`
  assert.equal(brandsOf(await generated(source)), ["Id = Branded<keyof dto.D['by'], string>"])
})

test('a taken name', async () => {
  const source = `
type Date = string & { __brand: 'Date' }
type Reading = string & { __brand: 'Reading' }
/** @query */ export interface D { date: Date; Reading: Reading; d: string & { __brand: 'd' }; /** @header */ h: string }`
  const found = await generated(source)
  assert.equal(brandsOf(found), [
    "DateOfD = Branded<dto.D['date'], string>",
    "Reading = Branded<dto.D['Reading'], string>",
    "DOfD = Branded<dto.D['d'], string>",
  ])
  // The runtime's name is taken here.
  assert.match(found.text, /Reading as Reading\$,/)
  assert.not.match(found.text, /(const|let) Reading\$ /)
})

test('unreferenced types are not written', async () => {
  const source = `
type Id = string & { readonly __brand: 'Id' }
/** @json */ export interface D { a: string; b: string | Record<Id, 'x' | 'y'> }`
  assert.equal(brandsOf(await generated(source)), [])
})

test('@type names the number type of a brand', async () => {
  const source = `/** @query */ export interface D {
  /** @type int8 */ a: number & { __brand: 'a' }
  /** @type int16 */ b?: (number & { __brand: 'b' })[] | null
}`
  const found = await generated(source)
  assert.equal(brandsOf(found), [
    "A = Branded<dto.D['a'], number>",
    "B = Branded<NonNullable<dto.D['b']>[number], number>",
  ])
  assert.match(found.text, /asA = asInt8 as Scalar<A>/)
  assert.match(found.text, /asB = asInt16 as Scalar<B>/)
})

test('a branded type is no DTO, whatever its tags', async () => {
  const { text, errors } = await generated(
    `/** @query */ export type Id = string & { readonly __brand: 'Id' }\n`,
  )
  assert.is(text, '')
  assert.is(errors.length, 1)
})

test.run()
