#!/usr/bin/env node
// node size/generated.mjs: bytes of generated files for a byte of source, in examples and fixtures/valid, and their shares.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Kinds of top-level statements, by their first line. */
const kinds = [
  ['imports', /^import /],
  ['banner and hash', /^\/\/ /],
  ['comments', /^(?:\/\*\*| \*)/],
  ['types', /^(?:export )?type /],
  ['rules', /^(?:export )?(?:function check|const validate)/],
  ['shapes, with the readers of decoded bodies', /^(?:export )?const \w+Shape\b/],
  ['readers of queries, forms and cookies', /^function read(?:Query|Form|Cookie)|^function \w+Pair\b/],
  ['readers of XML', /^function read\w*Xml/],
  ['other readers', /^function read/],
  ['sending', /^(?:export )?(?:function plain|const (?:stringify|sendJson|plain))/],
  ['binders, with the readers that stand in them', /^export const bind/],
  ['objects of DTOs', /^export const [A-Z]/],
  ['constants', /^const /],
]

const bytes = new Map(kinds.map(([kind]) => [kind, 0]))
let source = 0
let output = 0
let longLines = 0
for (const folder of ['examples', 'fixtures/valid']) {
  for (const path of generatedIn(folder)) {
    const text = readFileSync(path, 'utf8')
    source += Buffer.byteLength(readFileSync(path.replace(/\.bind\.ts$/, '.ts')))
    output += Buffer.byteLength(text)
    longLines += text.split('\n').filter((line) => line.length > 100).length
    addShares(text)
  }
}
console.log(
  `${output} bytes for ${source}: ${(output / source).toFixed(2)}; ${longLines} lines over 100 columns\n`,
)
console.log('| | % |\n| --- | --- |')
for (const [kind, size] of [...bytes].sort(([, a], [, b]) => b - a))
  console.log(`| ${kind} | ${((100 * size) / output).toFixed(1)} |`)

function generatedIn(folder) {
  return readdirSync(`${root}${folder}`, { recursive: true })
    .filter((path) => path.endsWith('.bind.ts') && !/(?:^|\/)(?:node_modules|dist)\//.test(path))
    .map((path) => `${root}${folder}/${path}`)
    .filter((path) => existsSync(path.replace(/\.bind\.ts$/, '.ts')))
}

function addShares(text) {
  let current = 'banner and hash'
  for (const line of text.split('\n')) {
    if (/^[^\s)}\]>]/.test(line)) current = kinds.find(([, start]) => start.test(line))?.[0] ?? 'constants'
    bytes.set(current, bytes.get(current) + Buffer.byteLength(line) + 1)
  }
}
