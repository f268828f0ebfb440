import { dto, type HostileSource, pwn, query } from './source.ts'

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

/** Impossible names. */
const impossibleNames: readonly HostileSource[] = [
  { name: 'name-new-line', source: dto("  'new\\nline': string"), refused: 'CTX1008' },
  { name: 'name-nul', source: dto("  '\\0': string"), refused: 'CTX1008' },
  { name: 'name-empty', source: dto("  '': string"), refused: 'CTX1008' },
  { name: 'name-proto', source: dto('  __proto__: string'), refused: 'CTX2001' },
  { name: 'name-symbol', source: dto('  [Symbol.iterator]: string'), refused: 'CTX2001' },
]

/** Names on the wire, as tags spell them. */
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
      name: 'inherited names are absent',
      binders: ['bindJsonD'],
      body: {},
      error: { source: 'body', field: wire },
    },
  ],
}))

/** Defaults of a string, as comments spell them. */
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

/** Literal types: their spelling in a source and their value. */
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

/** Names, defaults and literals, as a source spells them. */
export const hostileTexts: readonly HostileSource[] = [
  ...names,
  ...impossibleNames,
  ...wireNames,
  ...defaults,
  ...literals,
]
