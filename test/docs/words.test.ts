import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'

/** Turns that CONTRIBUTING.md names, each with the words to write in its place. */
const turns: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\btells? of\b|\btold of\b|\btelling of\b/i, 'reports'],
  [/\bwho(?:ever)? (?:is told|asks|adds|has seen|gives)\b/i, 'a noun: the caller, the client'],
  [
    /\b(?:one|what) that is (?:gone|there)\b|\bwhat is (?:gone|there)\b/i,
    'a noun: a deleted file, a present value',
  ],
  [/\b(?:one|some|those|none) by now\b|\bby now\b/i, 'now, already'],
  [/, and not (?:that|one|of|by|the)\b/i, 'a sentence of its own, or nothing'],
  [/\bof which (?:each|none|one|every|some)\b/i, 'a sentence of its own'],
  [/\bworked out\b/i, 'computed'],
  [/\blooked at\b/i, 'read, tried, checked'],
  [/\bis no (?:\w+ )?(?:tag|type|name|value|text|number|list|object|file|key|path)\b/i, 'is not a'],
  [/\bas (?:it|they) (?:is|are) by (?:itself|themselves)\b/i, 'unchanged'],
  [/\bto go on\b/i, 'to continue'],
]

interface Line {
  readonly place: string
  readonly text: string
}

function files(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !/node_modules|(?:^|\/)dist\//.test(file))
    .map((file) => join(folder, file))
}

/** The comment lines of a source. */
function commentLines(path: string): readonly Line[] {
  const lines = readFileSync(join(root, path), 'utf8').split('\n')
  return lines.flatMap((text, i) =>
    /^\s*(?:\/\/|\/?\*)/.test(text) ? [{ place: `${path}:${i + 1}`, text }] : [],
  )
}

/** The prose of a page: its lines outside of code. */
function proseLines(path: string): readonly Line[] {
  let isCode = false
  return readFileSync(join(root, path), 'utf8')
    .split('\n')
    .flatMap((text, i) => {
      if (/^\s*(?:```|~~~)/.test(text)) isCode = !isCode
      return isCode ? [] : [{ place: `${path}:${i + 1}`, text: text.replace(/`[^`]*`/g, '') }]
    })
}

function found(lines: readonly Line[]): readonly string[] {
  return lines.flatMap(({ place, text }) =>
    turns
      .filter(([pattern]) => pattern.test(text))
      .map(([, instead]) => `${place}: ${text.trim()} (write ${instead})`),
  )
}

const sources = ['runtime', 'codegen', 'cli'].flatMap((name) => files(`packages/${name}/src`, /\.ts$/))
const pages = ['README.md', ...files('docs', /\.md$/), ...files('packages', /README\.md$/)]

test('comments say it in the words of the house', () => {
  assert.equal(found(sources.flatMap(commentLines)), [])
})

test('pages say it in the words of the house', () => {
  assert.equal(found(pages.flatMap(proseLines)), [])
})

test('a turn is found', () => {
  const text = '// One that is gone by now has no code frame.'
  assert.is(found([{ place: 'a.ts:1', text }]).length, 2)
})

test.run()
