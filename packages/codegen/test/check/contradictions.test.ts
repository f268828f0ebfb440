import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { generate } from '../../src/run/generate.ts'

const folder = mkdtempSync(join(tmpdir(), 'ctxgen-contradictions-'))
test.after(() => rmSync(folder, { recursive: true, force: true }))

/** Tags, a property, and the rules that no value can keep. */
const contradictions: readonly (readonly [tags: string, property: string, rules: string])[] = [
  ['@validate min=5,max=3', 'v: string', 'min=5 and max=3'],
  ['@validate max=3,min=5', 'v: int', 'max=3 and min=5'],
  ['@validate min=5 @validate max=3', 'v?: int', 'min=5 and max=3'],
  ['@validate gt=3,lt=4', 'v: int', 'gt=3 and lt=4'],
  ['@validate gt=3,lt=3', 'v: number', 'gt=3 and lt=3'],
  ['@validate gte=3,lt=3', 'v: number', 'gte=3 and lt=3'],
  ['@validate gt=3,lte=3', 'v: number | null', 'gt=3 and lte=3'],
  ['@validate gt=1.5,lt=1.25', 'v: number', 'gt=1.5 and lt=1.25'],
  [
    '@validate gt=9007199254740993,lt=9007199254740994',
    'v: int64',
    'gt=9007199254740993 and lt=9007199254740994',
  ],
  ['@validate len=3,len=4', 'v: string', 'len=3 and len=4'],
  ['@validate len=3,min=4', 'v: string[]', 'len=3 and min=4'],
  ['@validate len=3,ne=3', 'v: string[]', 'len=3 and ne=3'],
  ['@validate eq=3,max=2', 'v: Record<string, int>', 'eq=3 and max=2'],
  ['@validate eq=3,max=2', 'v: int', 'eq=3 and max=2'],
  ['@validate eq=3,ne=3', 'v: int', 'eq=3 and ne=3'],
  ['@validate min=1,max=1,ne=1', 'v: int', 'min=1 and max=1 and ne=1'],
  ['@validate min=0,max=1,noneof=0 1', 'v: int', 'min=0 and max=1 and noneof=0 1'],
  ['@validate min=1,max=4,multipleOf=5', 'v: int', 'min=1 and max=4 and multipleOf=5'],
  ['@validate min=1,max=1000,multipleOf=2000', 'v: int', 'min=1 and max=1000 and multipleOf=2000'],
  ['@validate gt=0,lt=1,multipleOf=2.5', 'v: number', 'gt=0 and lt=1 and multipleOf=2.5'],
  ['@minLength 5 @maxLength 3', 'v: string', 'min=5 and max=3'],
  ['@minimum 5 @exclusiveMaximum 5', 'v: number', 'min=5 and lt=5'],
  ['@minItems 2 @maxItems 1', 'v: string[]', 'min=2 and max=1'],
  ['@validate min=5 @maxLength 3', 'v: string', 'min=5 and max=3'],
  ['@validate min=200', 'v: int8', 'min=200'],
  ['@validate gt=255', 'v: uint8', 'gt=255'],
  ['@validate max=-1', 'v: uint', 'max=-1'],
  ['@validate lt=0', 'v: uint64', 'lt=0'],
  ['@type int8 @validate min=200', 'v: number', 'min=200'],
  ['@validate gt=3.5e38', 'v: float32', 'gt=3.5e38'],
  ['@validate lt=0', 'v: string[]', 'lt=0'],
  ['@validate len=3', 'v: [string, string]', 'len=3'],
  ['@validate max=1', 'v: [string, string, ...string[]]', 'max=1'],
  ['@validate required,max=0', 'v: string', 'required and max=0'],
  ['@validate required,eq=0', 'v: int', 'required and eq=0'],
  ['@validate required,eq=false', 'v: boolean', 'required and eq=false'],
  ['@validate oneof=c d', "v: 'a' | 'b'", 'oneof=c d'],
  ['@validate min=2', "v: 'a' | 'b'", 'min=2'],
  ['@validate ne=a,ne=b', "v: 'a' | 'b'", 'ne=a and ne=b'],
  ['@validate noneof=1 2', 'v: 1 | 2', 'noneof=1 2'],
  ['@validate oneof=red blue,eq=green', 'v: string', 'oneof=red blue and eq=green'],
  ['@validate oneof=red blue,oneof=green', 'v: string', 'oneof=red blue and oneof=green'],
  ['@validate oneof=red blue,min=5', 'v: string', 'oneof=red blue and min=5'],
  ['@validate oneof=1 2,gt=2', 'v: int', 'oneof=1 2 and gt=2'],
  ['@validate eq=abc,email', 'v: string', 'eq=abc and email'],
  ['@validate oneof=a b,hexcolor|rgb', 'v: string', 'oneof=a b and hexcolor and rgb'],
  ['@pattern ^\\d+$ @validate oneof=a b', 'v: string', 'oneof=a b and pattern=^\\d+$'],
  ['@validate dive,min=5,max=3', 'v: string[]', 'min=5 and max=3'],
  ['@validate dive,dive,min=5,max=3', 'v: string[][]', 'min=5 and max=3'],
  ['@validate dive,keys,len=2,max=1,endkeys,gt=0', 'v: Record<string, int>', 'len=2 and max=1'],
  ['@validate dive,min=200', 'v: int8[]', 'min=200'],
  ['@validate contains=1,alpha', 'v: string', 'contains=1 and alpha'],
  ['@validate startswith=a,startsnotwith=a', 'v: string', 'startswith=a and startsnotwith=a'],
  ['@validate startswith=a,startswith=b', 'v: string', 'startswith=a and startswith=b'],
  ['@validate excludes=b,endswith=abc', 'v: string', 'excludes=b and endswith=abc'],
  ['@validate containsany=ab,excludesall=abc', 'v: string', 'containsany=ab and excludesall=abc'],
  ['@validate startswith=https://,max=5', 'v: string', 'startswith=https:// and max=5'],
  ['@validate gt,lt', 'v: Date', 'gt and lt'],
  ['@validate gtfield=o,ltfield=o', 'v: int; o: int', 'gtfield=o and ltfield=o'],
  ['@validate eqfield=o,nefield=o', 'v: string; o: string', 'eqfield=o and nefield=o'],
  ['@validate min=5,max=3', 'v: int | string', 'min=5 and max=3'],
]

/** Tags and a property that some value satisfies. */
const fine: readonly (readonly [tags: string, property: string])[] = [
  ['@validate min=3,max=3', 'v: string'],
  ['@validate gt=3,lt=4', 'v: number'],
  ['@validate gte=3,lte=3', 'v: number'],
  ['@validate gt=3,lt=5', 'v: int'],
  ['@validate min=-200,max=500', 'v: int8'],
  ['@validate omitempty,min=5', 'v: string'],
  ['@validate omitempty,len=0', 'v: string'],
  ['@validate required,min=0,ne=0', 'v: int'],
  ['@validate required,eq=0', 'v?: int'],
  ['@validate required,len=0', 'v: string[]'],
  ['@validate required_with=o,max=0', 'v?: string; o?: string'],
  ['@validate oneof=a c', "v: 'a' | 'b'"],
  ['@validate min=2', "v: 'a' | int"],
  ['@validate min=200', 'v: int8 | string'],
  ['@minLength 3 @maximum 2', 'v: int | string'],
  ['@validate min=0.1,max=0.3,multipleOf=0.1', 'v: number'],
  ['@validate min=5,max=10,multipleOf=5', 'v: int'],
  ['@validate len=4|len=8', 'v: string'],
  ['@validate min=5,len=8|len=2', 'v: string'],
  ['@validate startswith=a,startswith=ab', 'v: string'],
  ['@validate startswith=a,startsnotwith=ab', 'v: string'],
  ['@validate contains=a,alpha,max=1', 'v: string'],
  ['@validate gte,lte', 'v: Date'],
  ['@validate gtefield=o,ltefield=o', 'v: int; o: int'],
  ['@validate gtfield=o,ltfield=p', 'v: int; o: int; p: int'],
  ['@validate -,min=5,max=3', 'v: int'],
  ['@validate len=2,ne=3', 'v: string[]'],
  ['@validate unique,dive,oneof=a b', 'v: string[]'],
]

/** Tags, a property, and the rule that its default breaks. */
const defaults: readonly (readonly [tags: string, property: string, message: string])[] = [
  ['@default 5 @validate max=3', 'v: int', '@default 5 of v breaks max=3'],
  ['@default abc @validate email', 'v: string', '@default abc of v breaks email'],
  ['@validate email @default abc', 'v?: string', '@default abc of v breaks email'],
  ['@default `` @validate required', 'v: string', '@default  of v breaks required'],
  ['@default 0 @validate required', 'v: int', '@default 0 of v breaks required'],
  ['@default null @validate required', 'v: int | null', '@default null of v breaks required'],
  ['@default abcd @maxLength 3', 'v: string', '@default abcd of v breaks max=3'],
  ['@default 7 @multipleOf 2', 'v: int', '@default 7 of v breaks multipleOf=2'],
  ['@default abc @pattern ^\\d+$', 'v: string', '@default abc of v breaks pattern=^\\d+$'],
  ['@default abc @format date', 'v: string', '@default abc of v breaks format=date'],
  ['@default b @validate oneof=a c', "v: 'a' | 'b'", '@default b of v breaks oneof=a c'],
  ['@default x @validate hexcolor|rgb', 'v: string', '@default x of v breaks hexcolor|rgb'],
  ['@default a|b|c @validate max=2', 'v: string[]', '@default a|b|c of v breaks max=2'],
  ['@default a|a @validate unique', 'v: string[]', '@default a|a of v breaks unique'],
  ['@default [] @validate min=1', 'v: string[]', '@default  of v breaks min=1'],
  ['@default 1|9 @validate dive,max=5', 'v: int[]', '@default 9 of v breaks max=5'],
  ['@default 9 @validate max=5', 'v: int | boolean[]', '@default 9 of v breaks max=5'],
  [
    '@default 9007199254740993 @validate lt=9007199254740993',
    'v: int64',
    '@default 9007199254740993 of v breaks lt=9007199254740993',
  ],
]

/** Valid defaults, and defaults that only a request can judge. */
const rightDefaults: readonly (readonly [tags: string, property: string])[] = [
  ['@default 3 @validate max=3', 'v: int'],
  ['@default a@b.de @validate email', 'v: string'],
  ['@default 0 @validate required', 'v?: int'],
  ['@default 0 @validate omitempty,min=3', 'v: int'],
  ['@default null @validate min=3', 'v: int | null'],
  ['@default 2024-01-31 @format date', 'v: string'],
  ['@default 2024-01-31T00:00:00Z @validate lt', 'v: Date'],
  ['@default 3 @validate gtfield=o', 'v: int; o: int'],
  ['@default x @validate eqfield=o', 'v: string; o: string'],
  ['@default 1|2 @validate dive,max=5', 'v: int[]'],
  ['@default #fff @validate hexcolor|rgb', 'v: string'],
  ['@default x @validate -', 'v: string'],
  ['@default abc @minimum 5', 'v: int | string'],
]

const all = [...contradictions, ...fine, ...defaults, ...rightDefaults]

test('rules that no value can keep, and defaults that break them, are errors', async () => {
  const path = join(folder, 'dto.ts')
  const types = "import type { float32, int, int8, int64, uint, uint8, uint64 } from '@ctxgen/runtime'\n"
  const dtos = all.map(
    ([tags, property], i) => `/** @json */ export interface D${i} { /** ${tags} */ ${property} }`,
  )
  writeFileSync(path, types + dtos.join('\n'))
  const { diagnostics } = await generate({ inputs: [path], cwd: folder, mode: 'memory' })
  const found = new Map(
    diagnostics.map(({ code, message, span }) => [Number(span?.line) - 2, `${code} ${message}`]),
  )
  const expected = [
    ...contradictions.map(([, , rules]) => `CTX4013 ${rules}`),
    ...fine.map(() => undefined),
    ...defaults.map(([, , message]) => `CTX4014 ${message}`),
    ...rightDefaults.map(() => undefined),
  ]
  const told = (text: string | undefined): string | undefined =>
    text?.replace(/(?<=CTX4013 ).* satisfies /, '')
  const wrong = all.flatMap(([tags, property], i) =>
    told(found.get(i)) === expected[i] ? [] : [`${tags} ${property}: ${found.get(i)}, not ${expected[i]}`],
  )
  assert.equal(wrong, [])
})

test('required on a boolean or a number that is always present gets a warning', async () => {
  const path = join(folder, 'required.ts')
  const warned = ['v: boolean', 'v: int', 'v: number', 'v: int64', 'v: 0 | 1', 'v: string']
  const silent = ['v?: boolean', 'v: int | null', 'v: 1 | 2', 'v: true', 'v: number | undefined', 'v: int[]']
  const dto = (property: string, i: number, rules = 'required'): string =>
    `/** @json */ export interface D${i} {\n/** @validate ${rules} */\n${property} }\n`
  const others = [
    dto('v: int', 90, 'required,ne=0'),
    dto('v: boolean', 91, 'eq=true,required'),
    dto('v: int', 92, '-'),
  ]
  const texts = [...warned, ...silent].map((one, i) => dto(one, i))
  const types = "import type { int, int64 } from '@ctxgen/runtime'\n"
  writeFileSync(path, types + [...texts, ...others].join(''))
  const { diagnostics } = await generate({ inputs: [path], cwd: folder, mode: 'memory' })
  assert.equal(
    diagnostics.map(({ severity, message }) => `${severity}: ${message}`),
    warned
      .slice(0, -1)
      .map((one) => `warning: required refuses ${one.includes('bool') ? false : 0} as a value of ${one}`),
  )
})

test('after omitempty a value is never empty', async () => {
  const path = join(folder, 'omitted.ts')
  writeFileSync(path, '/** @json */ export interface A { /** @validate omitempty,required */ v: string }')
  const { diagnostics } = await generate({ inputs: [path], cwd: folder, mode: 'memory' })
  assert.equal(
    diagnostics.map(({ message }) => message),
    ['required is misplaced: it never applies after omitempty'],
  )
})

test.run()
