import { hostileClashes } from './clashes.ts'
import { dto, type HostileSource, pwn, query } from './source.ts'
import { hostileTexts } from './texts.ts'

/** Comments and declarations, which the output repeats in comments. */
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

/** Names of files. File systems refuse `/` and NUL, and the compiler takes a backslash for `/`. */
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

/** All sources under test. */
export const hostileSources: readonly HostileSource[] = [
  ...hostileTexts,
  ...hostileClashes,
  ...comments,
  ...files,
]
