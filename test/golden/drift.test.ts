import { join } from 'node:path'
import { generate } from '@ctxgen/codegen'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'
import { compileErrors } from '../support/strict-compile.ts'
import { inTempProject, type TempProject } from '../support/temp-project.ts'

/*
 * An interface that changed while its generated file did not: uses of the DTO must stop compiling if the change
 * affects the file, and keep compiling otherwise. Each change is a folder, all of them one run of the compiler.
 */
const source = `import type { int } from '@ctxgen/runtime'

export enum Colour { Red = 'red', Blue = 'blue' }
export enum Level { Low = 1, High = 2 }
export enum Named { Id = 'id' }
export class Money {
  private constructor(readonly cents: number) {}
  static parse(text: string): Money | undefined { return text === '' ? undefined : new Money(Number(text)) }
}
export interface Address { street: string; zip?: string }
declare const mark: unique symbol
type UserId = string & { readonly __brand: 'UserId' }
type Cents = number & { readonly [mark]: 'Cents' }
type Speed = ('fast' | 'slow') & { readonly __brand: 'Speed' }
type Day = Date & { readonly __brand: 'Day' }
type Status = 'open' | 'closed' | (string & { readonly __brand: 'other' })

/** @json */
export interface Dto {
  id: int
  page?: number
  mode: 'a' | 'b'
  colour: Colour
  level: Level
  tags: string[]
  pair: [string, number?]
  address: Address
  perUser?: { kind: 'none' } | Record<UserId, readonly string[] | boolean>
  perCent?: Record<Cents, readonly string[]>
  list: Address[]
  record: Record<string, number>
  byNumber: Record<number, string>
  none: string | null
  shape: { kind: 'c'; r: number } | { kind: 's'; side: number }
  when: Date
  money: Money
  maybe: (string | undefined)[]
  1: string
  user: UserId
  users: UserId[]
  price?: Cents
  speed: Speed
  byUser: Record<UserId, Cents>
  day: Day
  status: Status
  more: Status | number
  flag: boolean & { readonly __brand: 'flag' }
}
`

/** The replaced text and its replacement. */
type Change = readonly [before: string, after: string]

const seen: readonly Change[] = [
  ['  id: int\n', ''],
  ['  id: int\n', '  id: int\n  added: string\n'],
  ['  id: int\n', '  id: int\n  added?: string\n'],
  ['id: int', 'ident: int'],
  ['id: int', 'id: string'],
  ['id: int', 'id: bigint'],
  ['id: int', 'id?: int'],
  ['id: int', 'id: int | null'],
  ['id: int', 'id: int | string'],
  ['page?: number', 'page: number'],
  ['page?: number', 'page?: number | null'],
  ["mode: 'a' | 'b'", "mode: 'a'"],
  ["mode: 'a' | 'b'", "mode: 'a' | 'b' | 'c'"],
  ["mode: 'a' | 'b'", 'mode: string'],
  ['colour: Colour', 'colour: string'],
  ['colour: Colour', 'colour: Colour.Red'],
  ["Blue = 'blue'", "Blue = 'blue', Green = 'green'"],
  [", Blue = 'blue'", ''],
  ["Blue = 'blue'", "Blue = 'navy'"],
  ['High = 2', 'High = 3'],
  ['High = 2', 'High = 2, Most = 3'],
  ['tags: string[]', 'tags: string'],
  ['tags: string[]', 'tags: number[]'],
  ['tags: string[]', 'tags: (string | null)[]'],
  ['tags: string[]', 'tags: [string]'],
  ['pair: [string, number?]', 'pair: [string, number]'],
  ['pair: [string, number?]', 'pair: [string, ...number[]]'],
  ['address: Address', 'address?: Address'],
  ['address: Address', 'address: Address[]'],
  ['address: Address', 'address: Address | null'],
  ['list: Address[]', 'list: Address'],
  ['street: string; ', ''],
  ['street: string', 'street: number'],
  ['zip?: string', 'zip: string'],
  ['zip?: string', 'zip?: string | null'],
  ['zip?: string', 'zip?: string; more?: string'],
  ['record: Record<string, number>', 'record: Record<string, string>'],
  ['record: Record<string, number>', 'record: Record<number, number>'],
  ['byNumber: Record<number, string>', 'byNumber: Record<string, string>'],
  ['byNumber: Record<number, string>', 'byNumber: Record<number, number>'],
  ['record: Record<string, number>', 'record: Record<string, number | null>'],
  ['none: string | null', 'none: string'],
  ["kind: 'c'; r: number", "kind: 'd'; r: number"],
  ["kind: 'c'; r: number", "kind: 'c'; r: string"],
  ["kind: 'c'; r: number", "kind: 'c'; r: number; q?: string"],
  ["kind: 's'; side: number }", "kind: 's'; side: number } | { kind: 't' }"],
  ['when: Date', 'when: string'],
  ['when: Date', 'when: Date | string'],
  ['money: Money', 'money: string'],
  ['money: Money', 'money: Money | string'],
  ['static parse(', 'static read('],
  ['user: UserId', 'user: number'],
  ['user: UserId', "user: 'a' | 'b'"],
  ['user: UserId', `user: \`a-\${string}\``],
  ['user: UserId', "user: 'a' & { readonly __brand: 'UserId' }"],
  ['user: UserId', 'user: UserId | number'],
  ['user: UserId', 'user: UserId | null'],
  ['user: UserId', 'user?: UserId'],
  ['user: UserId', 'user: Cents'],
  ['UserId = string', 'UserId = number'],
  ['UserId = string', "UserId = 'a'"],
  ['UserId = string', 'UserId = string & { length: 3 }'],
  ['users: UserId[]', 'users: Cents[]'],
  ['users: UserId[]', 'users: (UserId | null)[]'],
  ['price?: Cents', 'price?: bigint'],
  ['Cents = number', 'Cents = 1'],
  ["'fast' | 'slow'", "'fast'"],
  ["'fast' | 'slow'", "'fast' | 'slow' | 'still'"],
  ['speed: Speed', 'speed: UserId'],
  ['byUser: Record<UserId, Cents>', 'byUser: Record<UserId, UserId>'],
  ['byUser: Record<UserId, Cents>', 'byUser: UserId[]'],
  ['byUser: Record<UserId, Cents>', 'byUser: Record<UserId, number>'],
  ['tags: string[]', 'tags: UserId[]'],
  ['day: Day', 'day: UserId'],
  ['flag: boolean', 'flag: true'],
  [" | (string & { readonly __brand: 'other' })", ''],
  ["(string & { readonly __brand: 'other' })", "('other' & { readonly __brand: 'other' })"],
  ['status: Status', 'status: Speed'],
  ['status: Status', 'status: Status | number'],
  ['more: Status | number', 'more: Speed | number'],
  ['interface Dto', 'interface Other'],
  ['export interface Dto', 'interface Dto'],
]

/** Without brands, enums and classes, so that its types are compared as a whole. */
const plainSource = `import type { int } from '@ctxgen/runtime'

export interface Street { name: string; zip?: string }

/** @json */
export interface Dto {
  id: int
  page?: number
  mode: 'a' | 'b'
  tags: readonly string[]
  pair: [string, number?]
  street: Street
  inner: { at: Date; of?: string }
  list: Street[]
  none: string | null
  record: Record<string, number>
  maybe?: Date | null
}
`

const plainSeen: readonly Change[] = [
  ['  id: int\n', ''],
  ['  page?: number\n', ''],
  ['  id: int\n', '  id: int\n  added: string\n'],
  ['  id: int\n', '  id: int\n  added?: string\n'],
  ['id: int', 'ident: int'],
  ['id: int', 'id?: int'],
  ['id: int', 'id: int | null'],
  ['id: int', 'id: any'],
  ['id: int', 'id: never'],
  ['page?: number', 'page: number'],
  ['page?: number', 'page?: any'],
  ['page?: number', 'pages?: number'],
  ["mode: 'a' | 'b'", "mode: 'a'"],
  ["mode: 'a' | 'b'", "mode: 'a' | 'b' | 'c'"],
  ['tags: readonly string[]', 'tags: readonly (string | null)[]'],
  ['tags: readonly string[]', 'tags: readonly [string]'],
  ['pair: [string, number?]', 'pair: [string, number]'],
  ['street: Street', 'street?: Street'],
  ['street: Street', 'street: Date'],
  ['street: Street', 'street: { name: number }'],
  ['name: string', 'name: number'],
  ['zip?: string', 'zip: string'],
  ['zip?: string', 'zip?: string; more?: string'],
  ['inner: {', 'inner?: {'],
  ['at: Date', 'at?: Date'],
  ['at: Date', 'at: string'],
  ['of?: string', 'of: string'],
  ['of?: string', 'of?: string[]'],
  ['list: Street[]', 'list: Street'],
  ['list: Street[]', 'list: (Street | null)[]'],
  ['none: string | null', 'none: string'],
  ['none: string | null', 'none: null'],
  ['record: Record<string, number>', 'record: Record<string, string>'],
  ['maybe?: Date | null', 'maybe?: Date'],
  ['maybe?: Date | null', 'maybe: Date | null'],
]

const plainEqual: readonly Change[] = [
  ['', ''],
  ['id: int', 'readonly id: int'],
  ['page?: number', 'page?: number | undefined'],
  ['page?: number', 'page?: number; no?: never'],
  ['tags: readonly string[]', 'tags: string[]'],
  ['list: Street[]', 'list: readonly Street[]'],
  ["'a' | 'b'", "'b' | 'a'"],
]

/** Types other than objects of properties. */
const bodySource = `import type { int } from '@ctxgen/runtime'

export interface Car { make: string }
/** @json */ export type Cars = readonly Car[]
/** @json */ export type Ids = int[]
/** @json */ export type Point = [x: number, y?: number]
/** @json */ export type Fleet = Record<string, Car>
/** @json */ export type Event = { kind: 'a'; of: string } | { kind: 'b' }
/** @json */ export type OneOrMany = Car | Car[]
/** @json */ export type Tree = { label: string } | Tree[]
/** @response */ export type Sent = readonly Date[]
`

const bodySeen: readonly Change[] = [
  ['make: string', 'make: number'],
  ['readonly Car[]', 'readonly (Car | null)[]'],
  ['readonly Car[]', 'readonly Car[] | null'],
  ['readonly Car[]', 'readonly [Car]'],
  ['readonly Car[]', 'Car'],
  ['readonly Car[]', 'readonly Car[][]'],
  ['type Cars = readonly Car[]', 'type Cars = any'],
  ['int[]', 'string[]'],
  ['int[]', 'int'],
  ['y?: number', 'y: number'],
  ['y?: number', 'y?: string'],
  ['Record<string, Car>', 'Record<string, string>'],
  ['Record<string, Car>', 'Car[]'],
  ["kind: 'a'; of: string", "kind: 'c'; of: string"],
  ["kind: 'a'; of: string", "kind: 'a'; of: number"],
  ["{ kind: 'b' }", "{ kind: 'b' } | { kind: 'c' }"],
  ["| { kind: 'b' }", ''],
  ['Car | Car[]', 'Car[]'],
  ['Car | Car[]', 'Car | string[]'],
  ['Date[]', 'string[]'],
  ['export type Sent', 'type Sent'],
]

const bodyEqual: readonly Change[] = [
  ['', ''],
  ['readonly Car[]', 'Car[]'],
  ['int[]', 'readonly number[]'],
  ['x: number, y?: number', 'a: number, b?: number'],
  ["{ kind: 'a'; of: string } | { kind: 'b' }", "{ kind: 'b' } | { kind: 'a'; of: string }"],
]

/** Properties read as decoded, from a form, never, or under any key. */
const openSource = `import type { int } from '@ctxgen/runtime'

export interface Rest { all: unknown[]; some?: object; [key: string]: unknown }
type Json = null | string | number | boolean | Json[] | { [key: string]: Json }

/** @json */
export interface Dto {
  id: int
  page?: number
  rest: Rest
  data: unknown
  meta?: unknown
  map: Record<string, unknown>
  doc: Json
  docs: [id?: int, doc?: Json, ...Json[]]
  some: object | null
  tag: \`v\${number}\`
  size: number | bigint
  old: undefined
}

/** @json */
export interface Env { name: string; region?: string; [key: string]: string | undefined }

/** @json */
export interface Scores { best: int; last?: int; at: Date; [key: string]: Date | number | undefined }
`

const openSeen: readonly Change[] = [
  ['  id: int\n', ''],
  ['data: unknown', 'data: string'],
  ['data: unknown', 'data?: unknown'],
  ['data: unknown', 'data: string | null'],
  ['  data: unknown\n', ''],
  ['meta?: unknown', 'meta: unknown'],
  ['meta?: unknown', 'meta: any'],
  ['data: unknown', 'data?: any'],
  ['page?: number', 'page?: any'],
  ['map: Record<string, unknown>', 'map: Record<string, string>'],
  ['doc: Json\n', 'doc: string\n'],
  ['doc?: Json', 'doc: Json'],
  ['doc?: Json', 'doc?: string'],
  ['...Json[]', '...string[]'],
  ['some: object', 'some: string'],
  [`tag: \`v\${number}\``, `tag: \`w\${number}\``],
  [`tag: \`v\${number}\``, 'tag: string'],
  [`tag: \`v\${number}\``, "tag: 'v1'"],
  ['size: number | bigint', 'size: number'],
  ['size: number | bigint', 'size: bigint'],
  ['old: undefined', 'old: string'],
  ['old: undefined', ''],
  ['name: string;', ''],
  ['name: string', 'name?: string'],
  ['name: string', "name: 'a'"],
  ['region?: string', 'region: string'],
  ['region?: string;', ''],
  ['region?: string', 'region?: string; zone?: string'],
  [' [key: string]: string | undefined', ''],
  ['[key: string]: string | undefined', '[key: string]: string | number | undefined'],
  ['best: int', 'best: Date'],
  ['last?: int', 'last?: Date'],
  ['Date | number | undefined', 'Date | number | null | undefined'],
  ['all: unknown[]', 'all: string[]'],
  ['all: unknown[];', 'all: unknown[]; other: unknown;'],
  ['[key: string]: unknown', ''],
]

const openEqual: readonly Change[] = [
  ['', ''],
  ['id: int', 'id: number'],
  ['old: undefined', 'old?: undefined'],
  // `--any unknown` reads it so.
  ['data: unknown', 'data: any'],
  ['doc?: Json', 'doc?: Json | undefined'],
  ['meta?: unknown', 'meta?: any'],
  ['map: Record<string, unknown>', 'map: Record<string, any>'],
  ['all: unknown[]', 'all: any[]'],
  ['[key: string]: unknown', '[key: string]: any'],
  ['name: string', 'readonly name: string'],
  ['[key: string]: string', 'readonly [name: string]: string'],
]

const equal: readonly Change[] = [
  ['', ''],
  ['  id: int\n', '  [Named.Id]: int\n'],
  ['id: int', 'id: number'],
  ['id: int', 'readonly id: int'],
  ['page?: number', 'page?: number | undefined'],
  ['tags: string[]', 'tags: readonly string[]'],
  ['list: Address[]', 'list: Array<Address>'],
  ["'a' | 'b'", "'b' | 'a'"],
  ["Blue = 'blue'", "Navy = 'blue'"],
  ["UserId = string & { readonly __brand: 'UserId' }", 'UserId = string'],
  ["__brand: 'UserId'", "_tag?: 'UserId'"],
  ["Cents = number & { readonly [mark]: 'Cents' }", 'Cents = number'],
  ["('fast' | 'slow') & { readonly __brand: 'Speed' }", "'fast' | 'slow'"],
  ['day: Day', 'day: Date'],
  ["'open' | 'closed' | ", "'open' | 'new' | "],
  ["'open' | 'closed' | ", ''],
  ["'open' | 'closed' | (string & { readonly __brand: 'other' })", 'string'],
  ["flag: boolean & { readonly __brand: 'flag' }", 'flag: boolean'],
]

await testChanges('with brands', source, seen, equal)
await testChanges('plain', plainSource, plainSeen, plainEqual)
await testChanges('bodies', bodySource, bodySeen, bodyEqual)
await testChanges('open', openSource, openSeen, openEqual)

async function testChanges(
  name: string,
  text: string,
  wrong: readonly Change[],
  right: readonly Change[],
): Promise<void> {
  await inTempProject(async (project) => {
    project.write({ 'dto.ts': text })
    const { files, diagnostics } = await generate({ inputs: ['dto.ts'], cwd: project.path, mode: 'memory' })
    assert.equal(diagnostics, [])
    const changes = [...wrong, ...right]
    const generated = files[0]?.text ?? ''
    const dtos = [...generated.matchAll(/^export const bindJson(\w+)/gm)].map(([, dto = '']) => dto)
    const use = `import { App } from '@ctxgen/runtime'
import * as binders from './dto.bind.js'
new App().get('/', (c) => {
${dtos.map((dto) => `  c.bind().json(binders.${dto})\n`).join('')}${/\bSent\b/.test(generated) ? '  void c.json([], binders.Sent)\n' : ''}})
`
    for (const [i, [before, after]] of changes.entries()) {
      assert.ok(text.includes(before), before)
      project.write({
        [`src/${i}/dto.ts`]: text.replace(before, after),
        [`src/${i}/dto.bind.ts`]: generated,
        [`src/${i}/use.ts`]: use,
      })
    }
    const errors = await errorsOf(project)
    for (const [i, [before, after]] of changes.entries()) {
      const isSeen = i < wrong.length
      test(`${name}: ${before.trim()} → ${after.trim()} ${isSeen ? 'is an error' : 'is none'}`, () => {
        const own = errors.filter((error) => error.includes(`src/${i}/`) && !error.includes('/dto.ts('))
        assert.is(own.length > 0, isSeen, own.join('\n'))
        for (const error of own) assert.match(error, /use\.ts\(.* has changed: run npx ctxgen/)
      })
    }
  })
}

test('every use of an outdated DTO is an error', async () => {
  await inTempProject(async (project) => {
    const text = `/** @json @response */
export interface Note { /** @validate isShort */ text: string; /** @uri */ id: string }
/** @json @validate isShort */
export interface Other { /** @validate isShort */ text: string }
/** @json */
export interface Holder { notes: Note[] }
`
    const rules = 'export function isShort(text: string): boolean { return text.length < 9 }\n'
    project.write({ 'src/dto.ts': text.replace('@json @validate isShort', '@json'), 'src/rules.ts': rules })
    await generate({
      inputs: ['src/dto.ts'],
      cwd: project.path,
      rules: { isShort: './src/rules.ts#isShort' },
    })
    const uses = [
      'c.bind().json(Note)',
      'c.bind().uri(Note)',
      'c.bind().all(Note)',
      'c.bind().body(Note)',
      'bindJsonNote(c).text',
      'bindAllNote(c).id',
      'Note.validate(note)',
      'Note.stringify(note)',
      'c.json(note, Note)',
      'Note.send(c, note)',
      'c.bind().json(Holder)',
      'const one: Note = note',
    ]
    project.write({
      'src/use.ts': `import type { Ctx } from '@ctxgen/runtime'
import { bindAllNote, bindJsonNote, Holder, Note } from './dto.bind.js'
export function use(c: Ctx): void {
  const note = { text: '', id: '' }
${uses.map((use) => `  ${/^const/.test(use) ? '' : 'void '}${use}\n`).join('')}}
`,
      'src/other.ts': `import type { Ctx } from '@ctxgen/runtime'
import { Other } from './dto.bind.js'
export const read = (c: Ctx): string => c.bind().json(Other).text
`,
    })
    assert.equal(await errorsOf(project), [])
    project.write({ 'src/dto.ts': project.read('src/dto.ts').replace('id: string', 'name: string') })
    const lines = (await errorsOf(project)).flatMap((error) => /src.use\.ts\((\d+)/.exec(error)?.[1] ?? [])
    assert.equal(
      uses.filter((_, i) => !lines.includes(String(5 + i))),
      [],
    )
    project.write({ 'src/dto.ts': project.read('src/dto.ts').replace('name: string', 'id: string') })
    project.write({
      'src/rules.ts': rules.replace('text: string', 'text: number').replace('text.length', 'text'),
    })
    assert.match(
      (await errorsOf(project)).join('\n'),
      /other\.ts.*The rule \w+ of text does not fit: correct it, or run npx ctxgen/,
    )
  })
})

test("types nested deeper than the compiler's limit compile, and changes are seen", async () => {
  await inTempProject(async (project) => {
    const types = Array.from({ length: 60 }, (_, i) => {
      const nested = i < 59 ? `Level${i + 1}` : 'Tree'
      return `${i === 0 ? '/** @json */\n' : ''}export interface Level${i} { name: string; next: ${nested} }\n`
    })
    const text = `${types.join('')}export interface Tree { leaf: string; trees: Tree[] }\n`
    const app = `import type { Ctx } from '@ctxgen/runtime'
import { Level0 } from './dto.bind.js'
export const read = (c: Ctx): Level0 => c.bind().json(Level0)
`
    project.write({ 'src/dto.ts': text, 'src/app.ts': app })
    await generate({ inputs: ['src/dto.ts'], cwd: project.path })
    assert.equal(await errorsOf(project), [])
    for (const change of ['leaf: string', 'Level30 { name: string']) {
      project.write({ 'src/dto.ts': text.replace(change, change.replace('string', 'number')) })
      assert.match((await errorsOf(project))[0] ?? '', /A type in it has changed: run npx ctxgen/)
    }
  })
})

test('a source without a tag in the interface is named in the error, and so is the type of the bound value', async () => {
  await inTempProject(async (project) => {
    project.write({
      'src/dto.ts': `/** @json */
export interface Note { text: string }
/** @query */
export interface Page { page: number; /** @header */ trace?: string }
/** @query */
export interface List { page: number }
`,
      'src/app.ts': `import { App } from '@ctxgen/runtime'
import { bindQueryList, List, Note, Page } from './dto.bind.js'
const app = new App()
app.post('/', async (c) => {
  c.bind().query(Note)
  c.bind().json(Page)
  c.bind().body(Page)
  c.bind().query({ asMap: 'lst' })
  const a: never = c.bind().query(List)
  const b: never = bindQueryList(c)
  const d: never = c.bind().query(Page)
})
`,
    })
    await generate({ inputs: ['src/dto.ts'], cwd: project.path })
    const errors = (await errorsOf(project)).join('\n')
    const then = 'add it to the interface or a property, then run npx ctxgen'
    assert.match(errors, /Argument of type '.*Note.*' is not assignable to parameter of type/)
    for (const tag of ['@query', '@json', '@body, @json or another body'])
      assert.ok(errors.includes(`parameter of type '"a DTO with the tag ${tag}: ${then}"`), errors)
    assert.match(errors, `Type '"lst"' is not assignable to type '"all" | "last"'`)
    assert.is(errors.split("Type 'List' is not assignable to type 'never'").length, 3, errors)
    assert.match(errors, `Type 'Pick<Page, "page">' is not assignable to type 'never'`)
    assert.is(errors.split('error TS').length, 8, errors)
  })
})

function errorsOf(project: TempProject): Promise<readonly string[]> {
  const base = join(root, 'fixtures/tsconfig.json')
  const compilerOptions = { rootDir: '.', noUnusedLocals: false }
  project.write({ 'tsconfig.json': JSON.stringify({ extends: base, compilerOptions, include: ['src'] }) })
  return compileErrors(project.at('tsconfig.json'))
}

test.run()
