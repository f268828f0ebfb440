import type { BinderCase } from './binder-cases.ts'

/** A source written to break out of the text that is generated from it. */
export interface HostileSource {
  readonly name: string
  readonly source: string
  /** Default: `dto.ts`. */
  readonly file?: string
  /** What its binders must do. */
  readonly cases?: readonly BinderCase[]
  /** Instead of an output: the code of the diagnostic that refuses it. */
  readonly refused?: string
}

/** Code of the source: run as part of a module it throws, as nothing declares the name. */
const pwn = 'pwned=1'

function query(name: string, text: string, value: unknown, binder = 'bindQueryD'): BinderCase {
  return { name, binders: [binder], query: text, value }
}

function dto(members: string, tags = '@query'): string {
  return `/** ${tags} */\nexport interface D {\n${members}\n}\n`
}

/** Property names as a source spells them. */
const names: readonly HostileSource[] = [
  ["it's", `"it's": string`],
  ['"both\'', `'"both\\'': string`],
  ['`tick`', "'`tick`': string"],
  [`\${${pwn}}`, `'\${${pwn}}': string`],
  ['*/', "'*/': string"],
  [`*/;${pwn};/*`, `'*/;${pwn};/*': string`],
  ['//', "'//': string"],
  ['back\\slash', "'back\\\\slash': string"],
  [`');${pwn};('`, `"');${pwn};('": string`],
  ['\u2028', "'\\u2028': string"],
  ['\u2029raw', "'\u2029raw': string"],
  ['\u202Ebidi', "'\\u202Ebidi': string"],
  ['\u202Ebidi raw', "'\u202Ebidi raw': string"],
  ['\uFEFFbom', "'\\uFEFFbom': string"],
  ['{@link x}', "'{@link x}': string"],
  ['</script>', "'</script>': string"],
  ['%00', "'%00': string"],
  ['1', '1: string'],
  ['16', '0x10: string'],
  ['ab', '\\u0061b: string'],
  ['𝒳', '𝒳: string'],
  ['🚗', "'🚗': string"],
  ['prototype', 'prototype: string'],
].map(([name = '', member = ''], i) => ({
  name: `name-${i}`,
  source: dto(`  ${member}`),
  cases: [query(JSON.stringify(name), `${encodeURIComponent(name)}=v`, { [name]: 'v' })],
}))

/** Names that cannot be. */
const impossibleNames: readonly HostileSource[] = [
  { name: 'name-new-line', source: dto("  'new\\nline': string"), refused: 'CTX1008' },
  { name: 'name-nul', source: dto("  '\\0': string"), refused: 'CTX1008' },
  { name: 'name-empty', source: dto("  '': string"), refused: 'CTX1008' },
  { name: 'name-proto', source: dto('  __proto__: string'), refused: 'CTX2001' },
  { name: 'name-symbol', source: dto('  [Symbol.iterator]: string'), refused: 'CTX2001' },
]

/** Names on the wire: what stands in a tag. */
const wireNames: readonly HostileSource[] = [
  ["it's", "it's"],
  [`');${pwn};('`, `');${pwn};('`],
  [`\`\${x}\``, `\`\${x}\``],
  ['a "b"', '"a \\"b\\""'],
  ['back\\slash', '"back\\\\slash"'],
  ['a\u2028b', '"a\u2028b"'],
  ['\u202Eevil', '\u202Eevil'],
  ['case', 'case'],
  ['toString', 'toString'],
  ['constructor', 'constructor'],
].map(([wire = '', tag = ''], i) => ({
  name: `wire-${i}`,
  source: dto(`  /** @query ${tag} @json ${tag} */ v: string`, ''),
  cases: [
    query('query', `${encodeURIComponent(wire)}=v`, { v: 'v' }),
    { name: 'json', binders: ['bindJsonD'], body: { [wire]: 'v' }, value: { v: 'v' } },
    {
      name: 'what is inherited is not there',
      binders: ['bindJsonD'],
      body: {},
      error: { source: 'body', field: wire },
    },
  ],
}))

/** Defaults of a string, as they stand in the comment. */
const defaults: readonly HostileSource[] = [
  `it's`,
  `\`+(${pwn})+\`!`,
  `\${${pwn}}`,
  `';${pwn};'`,
  'back\\',
  '\\u0027',
  '\\n',
  'a\u2028b\u2029c',
  '\u202Ereversed',
  '//',
  '🚗',
  '*\\/',
  'x\u0007bell',
].map((text, i) => ({
  name: `default-${i}`,
  source: dto(`  /** @default ${text} */\n  v: string`),
  cases: [query(JSON.stringify(text), '', { v: text })],
}))

/** Literal types, as a source spells them and as they are. */
const literals: readonly HostileSource[] = [
  [`it's`, `"it's"`],
  [`*/${pwn}/*`, `'*/${pwn}/*'`],
  ['new\nline', "'new\\nline'"],
  ['a\u2028b', "'a\\u2028b'"],
  ['raw\u2028', "'raw\u2028'"],
  ['\0', "'\\0'"],
  [`\`\${x}\``, `'\`\${x}\`'`],
  ['\\', "'\\\\'"],
  ['http://x', "'http://x'"],
].map(([value = '', spelt = ''], i) => ({
  name: `literal-${i}`,
  source: dto(`  v: ${spelt} | 'other-${i}'`),
  cases: [query(JSON.stringify(value), `v=${encodeURIComponent(value)}`, { v: value })],
}))

/** Names of the generated file, of its functions, and of what it uses, for the source's own types and properties. */
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
  ...['Faults', 'Draft', 'Dto', 'BindInput', 'Writable', 'FormPairs', 'Elements', 'dto', 'into'].map((name) =>
    namedDto(name),
  ),
  ...['Pick', 'Partial', 'NonNullable', 'Date', 'Object', 'Array', 'Number'].map((name) => namedDto(name)),
  ...['$', '_', 'Größe', 'constructor', '__proto__', 'valueOf'].map((name) => namedDto(name)),
  ...['Faults', 'Pick', 'Partial', 'NonNullable', 'Dto', 'dto', 'Date', 'D2'].map((name) =>
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

/** What a generated file uses under its own name. */
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

/** What objects inherit. */
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

/** Comments and declarations, which are repeated in comments of the output. */
const comments: readonly HostileSource[] = [
  {
    name: 'description',
    source: `/** \`\${${pwn}}\` ' " \\ \u2028 \u202E ;${pwn} @query */\nexport interface D { v: string }\n`,
    cases: [query('v', 'v=x', { v: 'x' })],
  },
  {
    name: 'comment-in-declaration',
    source: dto(`  v: /* ${pwn} */ // ${pwn}\n    string`),
    cases: [query('v', 'v=x', { v: 'x' })],
  },
  {
    name: 'long-declaration-cut-in-a-character',
    source: dto(
      `  v: '${'x'.repeat(79)}' | '🚗🚗🚗🚗' | '${'y'.repeat(40)}'\n  w: '${'x'.repeat(80)}' | '🚗🚗🚗🚗🚗'`,
    ),
    cases: [query('v', `v=🚗🚗🚗🚗&w=🚗🚗🚗🚗🚗`, { v: '🚗🚗🚗🚗', w: '🚗🚗🚗🚗🚗' })],
  },
  {
    name: 'lone-surrogates',
    source: dto("  '\\uD800': string\n  v?: '\\uDFFF' | 'a'"),
    cases: [{ name: 'absent', binders: ['bindQueryD'], error: { source: 'query', field: '\uD800' } }],
  },
  {
    name: 'lone-surrogate-in-json',
    source: dto("  '\\uD800': string\n  v?: '\\uDFFF' | 'a'", '@json'),
    cases: [
      {
        name: 'there',
        binders: ['bindJsonD'],
        contentType: 'application/json',
        body: '{"\\ud800":"x","v":"\\udfff"}',
        value: { '\uD800': 'x', v: '\uDFFF' },
      },
    ],
  },
  {
    name: 'numbers-as-types',
    source: dto('  v: 1e21 | -0 | 0.1 | 1_000 | 0xff'),
    cases: [query('v', 'v=255', { v: 255 })],
  },
]

/** Names of files. `/` and NUL are what a file system refuses, and a backslash is one that the compiler takes for `/`. */
const files: readonly HostileSource[] = [
  "it's.ts",
  'a b.ts',
  '`x`.ts',
  `\${${pwn}}.ts`,
  `';${pwn};'.ts`,
  '"quoted".ts',
  '*.ts',
  '[id].ts',
  '{a,b}.ts',
  '(group).ts',
  '!not.ts',
  '#hash.ts',
  '$(id).ts',
  'line\u2028separator.ts',
  '\u202Ereversed.ts',
  'new\nline.ts',
  'é.ts',
  '🚗.ts',
  '%41.ts',
  '-x.ts',
].map((file, i) => ({
  name: `file-${i}`,
  file,
  source: dto('  v: string'),
  cases: [query(JSON.stringify(file), 'v=x', { v: 'x' })],
}))

export const hostileSources: readonly HostileSource[] = [
  ...names,
  ...impossibleNames,
  ...wireNames,
  ...defaults,
  ...literals,
  ...clashes,
  ...inherited,
  ...comments,
  ...files,
]
