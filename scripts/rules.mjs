// Writes what follows from the table of rules: their English messages, the names in catalogues, and the functions that
// are a pattern. It runs after core is built. Git ignores the files, and a page bundles only what it uses of them.
import { readdirSync } from 'node:fs'
import { formats } from '../packages/core/dist/rules/formats.js'
import { messageKey, messagesByKind, ruleConstant } from '../packages/core/dist/rules/rule-names.js'
import { rules } from '../packages/core/dist/rules/rules.js'
import { inText, write } from './made-file.mjs'

const runtime = 'packages/runtime/src'
const names = [...rules.keys()]
const keys = new Map(names.toReversed().map((name) => [messageKey(name), name]))

const untranslated = names.filter((name) => rules.get(name)?.isUntranslated).map(messageKey)

// A constant after those that it names.
const ordered = [...rules].sort(([, a], [, b]) => Number(a.fill === 'format') - Number(b.fill === 'format'))
write(`${runtime}/messages/english-rules.gen.ts`, [
  `import { countRule, type EnglishRule, englishRule, filledRule } from './english-rule.ts'`,
  `import { fillFormat, fillLayout, fillValues, fillWords } from './rule-fills.ts'`,
  '',
  ...ordered.flatMap(([name, row]) =>
    Object.entries(messagesByKind(row.text)).map(
      ([kind, text]) =>
        `export const ${ruleConstant(name, kind)}: EnglishRule = /* @__PURE__ */ ${ruleCode(name, kind, text, row)}`,
    ),
  ),
])

function ruleCode(name, kind, text, { fill }) {
  if (fill !== undefined) return `filledRule(${inText(name)}, ${inText(text)}, ${fillCode(fill)})`
  const texts = typeof text === 'string' ? [text] : [text.one, text.other]
  const items = [name, ...texts, ...(kind === 'number' ? [] : [kind])].map(inText)
  return `${texts.length === 1 ? 'englishRule' : 'countRule'}(${items.join(', ')})`
}

function fillCode(fill) {
  if (fill !== 'format') return `fill${fill.charAt(0).toUpperCase()}${fill.slice(1)}`
  const described = new Set(Object.values(formats).flatMap(({ rule = [] }) => rule))
  return `/* @__PURE__ */ fillFormat([${[...described].map((one) => ruleConstant(one)).join(', ')}])`
}

write(`${runtime}/messages/rule-texts.gen.ts`, [
  `import { ${[...keys.values()].flatMap(constantsOf).join(', ')} } from './english-rules.gen.ts'`,
  `import type { ByType, Template } from './message-types.ts'`,
  `import type { RuleName } from './rule-name.gen.ts'`,
  '',
  'export function ruleTexts(): { readonly [R in RuleName]: Template | ByType } {',
  '  return {',
  ...[...keys].toReversed().map(([key, name]) => `    ${key}: ${textsCode(name)},`),
  '  }',
  '}',
])

function constantsOf(name) {
  return Object.keys(messagesByKind(rules.get(name).text)).map((kind) => ruleConstant(name, kind))
}

function textsCode(name) {
  const kinds = Object.keys(messagesByKind(rules.get(name).text))
  if (kinds.join() === 'number') return `${ruleConstant(name)}.text`
  return `{ ${kinds.map((kind) => `${kind}: ${ruleConstant(name, kind)}.text`).join(', ')} }`
}

write(`${runtime}/messages/rule-name.gen.ts`, [
  '/** Rules with a message. `required` and `excluded` stand for all rules whose names begin with them. */',
  'export type RuleName =',
  ...[...keys.keys()].toReversed().map((key) => `  | ${inText(key)}`),
  '',
  '/** Rules with a message in English alone, which catalogues may lack. */',
  `export type UntranslatedRule = ${untranslated.map(inText).join(' | ') || 'never'}`,
])

const testLines = await exportsOfTests()
for (const path of [
  `${runtime}/validate/rule-tests.gen.ts`,
  'packages/codegen/src/check/rules/rule-tests.gen.ts',
])
  write(path, testLines)

/** Exports of the functions of texts that rows name, from the files of core that declare them. */
async function exportsOfTests() {
  const ofTexts = [...rules.values()].filter(({ targets, isExact }) => targets.includes('string') && !isExact)
  const isExact = new Set([...rules.values()].flatMap(({ test, isExact }) => (isExact ? [test] : [])))
  const wanted = new Set([...ofTexts, ...Object.values(formats)].map(({ test }) => test))
  const lines = []
  for (const file of readdirSync(new URL('../packages/core/src/rule-tests', import.meta.url)).sort()) {
    const name = file.replace(/\.ts$/, '')
    const module = await import(`../packages/core/dist/rule-tests/${name}.js`)
    const found = Object.keys(module).filter((one) => wanted.delete(one))
    if (found.length > 0) lines.push(`export { ${found.join(', ')} } from '@ctxgen/core/rule-tests/${name}'`)
  }
  const missing = [...wanted].filter((one) => one !== undefined && !isExact.has(one))
  if (missing.length > 0)
    throw new Error(`packages/core/src/rule-tests has no function ${missing.join(', ')}`)
  return lines
}

const exact = [...rules].flatMap(([, { isExact, pattern, test }]) => (isExact ? [{ pattern, test }] : []))
write(`${runtime}/validate/pattern-rules.gen.ts`, [
  ...exact.map(({ pattern, test }) => `const ${patternName(test)} = /${pattern}/`),
  ...exact.flatMap(({ test }) => [
    '',
    `export function ${test}(text: string): boolean {`,
    `  return ${patternName(test)}.test(text)`,
    '}',
  ]),
])

/** `uuid4` for `isUuid4` */
function patternName(test) {
  return test.charAt(2).toLowerCase() + test.slice(3)
}
