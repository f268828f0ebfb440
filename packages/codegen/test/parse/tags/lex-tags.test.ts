import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { lexTags } from '../../../src/parse/tags/lex-tags.ts'
import { TagNames } from '../../../src/parse/tags/tag-names.ts'

/** The description, then each tag with its text. */
function lexed(comment: string, aliasTag?: string): readonly (string | readonly [string, string])[] {
  const { description, tags } = lexTags(comment, 0, new TagNames(aliasTag))
  return [description, ...tags.map(({ name, text }) => [name, text] as const)]
}

const rows: readonly (readonly [comment: string, ...expected: (string | readonly [string, string])[]])[] = [
  ['/** Just words. */', 'Just words.'],
  ['/** @query */', '', ['query', '']],
  [
    '/** What to find. @query q,required @default a b */',
    'What to find.',
    ['query', 'q,required'],
    ['default', 'a b'],
  ],
  [
    '/**\n * Two\n * lines.\n *\n * @query q\n * @default x\n */',
    'Two lines.',
    ['query', 'q'],
    ['default', 'x'],
  ],
  ['/**\r\n * CRLF\r\n * @query q\r\n */', 'CRLF', ['query', 'q']],
  ['/**@query*/', '', ['query', '']],
  ['/** mail a@query.org @default a@b.c */', 'mail a@query.org', ['default', 'a@b.c']],
  ['/** @default `a @query b` @json */', '', ['default', '`a @query b`'], ['json', '']],
  ['/** @default a ` b @json */', '', ['default', 'a ` b'], ['json', '']],
  [
    '/** @query q @see https://x.org @default 1 */',
    '',
    ['query', 'q'],
    ['see', 'https://x.org'],
    ['default', '1'],
  ],
  ['/** @query q @todo later */', '', ['query', 'q'], ['todo', 'later']],
  ['/** @query q @someone wrote this */', '', ['query', 'q @someone wrote this']],
  ['/** @qurey q */', '', ['qurey', 'q']],
  ['/** {@link query} @query */', '{@link query}', ['query', '']],
  ['/** @default * */', '', ['default', '*']],
  ['/** @type {number} @query */', '', ['type', '{number}'], ['query', '']],
]

for (const [comment, ...expected] of rows) {
  test(JSON.stringify(comment), () => assert.equal(lexed(comment), expected))
}

test('the alias tag is a tag only if one is configured', () => {
  assert.equal(lexed('/** @query q @params p */'), ['', ['query', 'q @params p']])
  assert.equal(lexed('/** @query q @params p */', 'params'), ['', ['query', 'q'], ['params', 'p']])
})

test('a tag has its position', () => {
  const comment = '/** words @query q */'
  const [tag] = lexTags(comment, 0, new TagNames(undefined)).tags
  assert.is(comment.slice(tag?.start, tag?.end), '@query')
})

test.run()
