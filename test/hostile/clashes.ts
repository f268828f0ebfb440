import { dto, type HostileSource, query } from './source.ts'

/**
 * Names of the generated file, its functions and its imports, used for the source's own types and
 * properties.
 */
const clashes: readonly HostileSource[] = [
  {
    name: 'clash-with-constants',
    source: dto("  sort: 'a' | 'b'\n  asSort: string\n  asInt: string\n  oneOf: string"),
    cases: [
      query('both', 'sort=a&asSort=x&asInt=y&oneOf=z', { sort: 'a', asSort: 'x', asInt: 'y', oneOf: 'z' }),
    ],
  },
  {
    name: 'clash-with-functions',
    source: `/** @json @query */
export interface D { inner: Outer }
interface Outer {
  readInner: string
  finishInner: string
  zeroInner: string
  readInnerPair: string
  jsonInnerKeys: string
  innerKeys: string
  Inner: string
  held: string
  headers: string
  inner: Inner
}
interface Inner { a: string }
`,
    cases: [
      {
        name: 'json',
        binders: ['bindJsonD'],
        body: { inner: { ...clashing(), inner: { a: 'x' } } },
        value: { inner: { ...clashing(), inner: { a: 'x' } } },
      },
      query(
        'query',
        `${Object.keys(clashing())
          .map((key) => `inner[${key}]=${key}`)
          .join('&')}&inner[inner][a]=x`,
        { inner: { ...clashing(), inner: { a: 'x' } } },
      ),
    ],
  },
  ...['Issues', 'Draft', 'Dto', 'BindInput', 'Writable', 'FormPairs', 'Elements', 'dto', 'into'].map((name) =>
    namedDto(name),
  ),
  ...['Pick', 'Partial', 'NonNullable', 'Date', 'Object', 'Array', 'Number'].map((name) => namedDto(name)),
  ...['$', '_', 'Größe', 'constructor', '__proto__', 'valueOf'].map((name) => namedDto(name)),
  ...['Issues', 'Pick', 'Partial', 'NonNullable', 'Dto', 'dto', 'Date', 'D2'].map((name) =>
    namedNested(name),
  ),
  {
    name: 'clash-pick-alias',
    source: `interface User { name: string; age: number }
export interface D {
  /** @query */ page?: string
  /** @json */ user: Pick<User, 'name'>
  /** @json */ part: Partial<User>
}
`,
    cases: [
      {
        name: 'json',
        binders: ['bindJsonD'],
        body: { user: { name: 'n' }, part: { age: 1 } },
        value: { user: { name: 'n' }, part: { age: 1 } },
      },
    ],
  },
  {
    name: 'clash-with-a-union',
    source: `interface Exclude { a: string }
/** @json */
export interface D { v: string | Exclude; w: string & { readonly __brand: 'Extract' } }
`,
    cases: [
      {
        name: 'json',
        binders: ['bindJsonD'],
        body: { v: { a: 'x' }, w: 'y' },
        value: { v: { a: 'x' }, w: 'y' },
      },
    ],
  },
  {
    name: 'clash-of-exports',
    source: `/** @query */
export interface D { v: string }
/** @query */
export interface bindQueryD { v: string }
`,
    refused: 'CTX1017',
  },
  {
    name: 'clash-of-nested-names',
    source: `/** @json */
export interface D { a: { x: { v: string } }; b: { x: { w: string } }; X2: { u: string } }
`,
    cases: [
      {
        name: 'each its own',
        binders: ['bindJsonD'],
        body: { a: { x: { v: '1' } }, b: { x: { w: '2' } }, X2: { u: '3' } },
        value: { a: { x: { v: '1' } }, b: { x: { w: '2' } }, X2: { u: '3' } },
      },
    ],
  },
]

function clashing(): Record<string, string> {
  const keys = 'readInner finishInner zeroInner readInnerPair jsonInnerKeys innerKeys Inner held headers'
  return Object.fromEntries(keys.split(' ').map((key) => [key, key]))
}

/** Names that a generated file uses for itself. */
function isUsedType(name: string): boolean {
  return ['dto', 'Pick', 'Partial', 'NonNullable', 'Date', 'Object'].includes(name)
}

function namedDto(name: string): HostileSource {
  return {
    name: `dto-${name}`,
    source: `/** @query */\nexport interface ${name} { v: string; on?: string }\n
export interface Other { /** @query */ when: string; /** @json */ other?: ${name} }\n`,
    ...(isUsedType(name) ? { refused: 'CTX1018' } : {}),
    cases: [
      query('alone', 'v=x', { v: 'x' }, `bindQuery${name}`),
      {
        name: 'nested',
        binders: ['bindJsonOther'],
        body: { other: { v: 'x' } },
        value: { other: { v: 'x' } },
      },
    ],
  }
}

function namedNested(name: string): HostileSource {
  return {
    name: `nested-${name}`,
    source: `interface ${name} { v: string }
export interface D { /** @query */ q?: string; /** @json */ inner: ${name}; /** @json */ list: ${name}[] }\n`,
    cases: [
      {
        name: 'json',
        binders: ['bindJsonD'],
        body: { inner: { v: 'x' }, list: [{ v: 'y' }] },
        value: { inner: { v: 'x' }, list: [{ v: 'y' }] },
      },
    ],
  }
}

/** Names that objects inherit. */
const inherited: readonly HostileSource[] = [
  {
    name: 'inherited-in-nested-query',
    source: `/** @query */\nexport interface D { inner: Inner }\ninterface Inner { a: string; constructor: string }\n`,
    cases: [
      {
        name: 'absent',
        binders: ['bindQueryD'],
        query: 'inner[a]=x',
        error: { source: 'query', field: 'inner.constructor' },
      },
    ],
  },
  {
    name: 'inherited-in-out',
    source: dto('  v: string\n  constructor: string'),
    cases: [
      {
        name: 'absent',
        binders: ['bindQueryD'],
        query: 'v=x',
        out: {},
        error: { source: 'query', field: 'constructor' },
      },
    ],
  },
  {
    name: 'inherited-optional',
    source: dto('  v: string\n  toString?: string\n  valueOf?: number'),
    refused: 'CTX2001',
  },
  {
    name: 'proto-under-another-name',
    source: dto('  /** @query proto */ __proto__: string\n  v: string'),
    refused: 'CTX2001',
  },
]

/** Names already taken by the generated file or by every object. */
export const hostileClashes: readonly HostileSource[] = [...clashes, ...inherited]
