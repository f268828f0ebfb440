import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'

type Turn = readonly [pattern: RegExp, instead: string]

/** Turns that CONTRIBUTING.md names, each with the words to write in its place. */
const turns: readonly Turn[] = [
  [/\bfaults?\b|\bbroken rules\b/i, 'issue of a request, mistake of a source, failure of a test'],
  [/\btells? of\b|\btold of\b|\btelling of\b/i, 'reports'],
  [/\bwho(?:ever)? (?:is told|asks|adds|has seen|gives)\b|\bwhoever\b/i, 'a noun: the caller, the client'],
  [
    /\b(?:one|what) that is (?:gone|there)\b|\bwhat is (?:gone|there)\b/i,
    'a noun: a deleted file, a present value',
  ],
  [/\b(?:one|some|those|none) by now\b|\bby now\b/i, 'now, already'],
  [/, and not (?:that|one|of|by|the)\b/i, 'a sentence of its own, or nothing'],
  [/\bof which (?:each|none|one|every|some)\b/i, 'a sentence of its own'],
  [/\bworked out\b/i, 'computed'],
  [/\blook(?:s|ed|ing) at\b/i, 'reads, tries, checks'],
  [/\bis no (?:\w+ )?(?:tag|type|name|value|text|number|list|object|file|key|path)\b/i, 'is not a'],
  [/\bas (?:it|they) (?:is|are) by (?:itself|themselves)\b/i, 'unchanged'],
  [/\bto go on\b|\bgoes on\b/i, 'continues'],
  [/\band (?:its|their) kin\b/i, 'and similar'],
]

/** Turns of comments and test names; on a page some of them begin a question or a heading. */
const commentTurns: readonly Turn[] = [
  ...turns,
  [/\b(?:tells?|told|tell) (?:\S+ ){0,4}apart\b/i, 'distinguishes'],
  [/^(?:\/\*\*|\/\/|\*)? ?what\b(?!.*\?)/i, 'a noun: the result, the content, the expected answer'],
  [/\bwhat (?:came|comes|became|becomes|stands|is (?:sent|generated|asked|said|meant|read))\b/i, 'a noun'],
  [/\b(?:is|are|was|were|be) told\b/i, 'gets, learns, is reported to'],
  [
    /\b(?:nobody|somebody) (?:knows|has|is|uses|asks|waits|reads|wants|means)\b/i,
    'a noun: the user, the caller',
  ],
  [/\b(?:one|\w+s?) that (?:is|are) none\b/i, 'an invalid …'],
  [
    /\b(?:says?|said|saying) (?:so|nothing|it|them|more|much|none|how|why|which|where)\b|\b(?:is|are) said\b/i,
    'declares, reports, has',
  ],
  [/\btells? (?:nothing|them|clients?|how|what|the \w+ (?:to|what|that))\b/i, 'reports, distinguishes'],
  [/\b(?:never|is|are) (?:met|meet)\b/i, 'is found, collides'],
  [/\basks (?:nothing|the (?:app|compiler|service|store|test))\b/i, 'queries, calls'],
]

interface Line {
  readonly place: string
  readonly text: string
}

/** Files below a folder, without the copies of pages that packing the command makes for a moment. */
function files(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter(
      (file) => ending.test(file) && !/node_modules|\/(?:dist|public)\/|^packages\/cli\/docs\//.test(file),
    )
}

/** The comments and test names of a source, a line each. */
function commentLines(path: string): readonly Line[] {
  const lines = readFileSync(join(root, path), 'utf8').split('\n')
  return lines.flatMap((line, i) => {
    const text = /^\s*(?:\/\/|\/?\*)/.test(line) ? line.trim() : testName(line)
    return text === undefined ? [] : [{ place: `${path}:${i + 1}`, text }]
  })
}

function testName(line: string): string | undefined {
  return /\btest\((['"`])(.+?)\1/.exec(line)?.[2]
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

function found(lines: readonly Line[], among: readonly Turn[]): readonly string[] {
  return lines.flatMap(({ place, text }) =>
    among
      .filter(([pattern]) => pattern.test(text))
      .map(([, instead]) => `${place}: ${text.trim()} (write ${instead})`),
  )
}

/** Sources of others, and DTOs whose comments are part of generated files. */
const exempt =
  /^test\/(?:conformance\/cases|attacks\/reference|(?:worst-case|compat\/browser)\/dto|compat\/frameworks\/recipes\/dto\.ts)|^examples\/conduit\/web\/api\.ts|\/words\.test\.ts$/

const sources = ['packages', 'test', 'bench', 'examples', 'scripts']
  .flatMap((folder) => files(folder, /(?<!\.bind)\.(?:ts|mjs|cjs)$/))
  .filter((path) => !exempt.test(path))

const pages = ['README.md', 'bench/README.md', 'fixtures/README.md', ...files('docs', /\.md$/)].concat(
  ['packages', 'test'].flatMap((folder) => files(folder, /README\.md$/)),
)

test('comments and test names are in the words of the house', () => {
  assert.equal(
    sources.flatMap((path) => found(commentLines(path), commentTurns)),
    [],
  )
})

test('pages are in the words of the house', () => {
  assert.equal(found(pages.flatMap(proseLines), turns), [])
})

test('pages for users have no words of Go and Fiber, but the one for people from there', () => {
  const theirs = /(?<!from )\bFiber\b|\bGo\b|go-playground|\bstructs?\b/
  const ours = pages.filter(
    (path) => !/^docs\/(?:fiber\.md|internals\/)|^(?:bench|fixtures|test)\//.test(path),
  )
  const lines = ours.flatMap(proseLines).filter(({ text }) => theirs.test(text) && !text.includes('fiber.md'))
  assert.equal(lines, [])
})

test('a turn is found', () => {
  for (const text of [
    '// One that is by now read again.',
    '/** What a request asks for in five places. */',
    '* What is never there.',
    '// The caller is told.',
    '// The types that a length tells apart.',
    'nobody knows that a value is sent',
    '// The tags of a route that says so.',
    '* Two keys never meet.',
    '/** Asks the store once. */',
  ])
    assert.is(found([{ place: 'a.ts:1', text }], commentTurns).length, 1, text)
  const good = [
    '// Is it? What else?',
    '/** The result, and what to write in its place. */',
    '// It is not a list.',
  ]
  assert.equal(
    found(
      good.map((text) => ({ place: 'a.ts:1', text })),
      commentTurns,
    ),
    [],
  )
})

test.run()
