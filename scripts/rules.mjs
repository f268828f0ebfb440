// Writes what follows from the table of rules: their English messages, the names in catalogues, and the functions that
// are a pattern. It runs after core is built. Git ignores the files, and a page bundles only what it uses of them.
import { messageKey, ruleConstant } from '../packages/core/dist/rules/rule-names.js'
import { rules } from '../packages/core/dist/rules/rules.js'
import { inText, write } from './made-file.mjs'

const runtime = 'packages/runtime/src'
const names = [...rules.keys()]
const keys = new Map(names.toReversed().map((name) => [messageKey(name), ruleConstant(name)]))

const plain = [...rules].filter(([, { text }]) => text !== undefined)
write(`${runtime}/messages/plain-rules.gen.ts`, [
  `import { type EnglishRule, englishRule } from './english-rule.ts'`,
  '',
  ...plain.map(
    ([name, { text }]) =>
      `export const ${ruleConstant(name)}: EnglishRule = /* @__PURE__ */ englishRule({ name: ${inText(name)}, text: ${inText(text)} })`,
  ),
])

const constantsOf = (isPlain) =>
  [...keys.values()].filter((constant) => isPlain === plain.some(([name]) => ruleConstant(name) === constant))
write(`${runtime}/messages/rule-texts.gen.ts`, [
  `import { ${constantsOf(false).join(', ')} } from './english-rules.ts'`,
  `import type { ByType, Template } from './message-types.ts'`,
  `import { ${constantsOf(true).join(', ')} } from './plain-rules.gen.ts'`,
  `import type { RuleName } from './rule-name.gen.ts'`,
  '',
  'export function ruleTexts(): { readonly [R in RuleName]: Template | ByType } {',
  '  return {',
  ...[...keys].toReversed().map(([key, constant]) => `    ${key}: ${constant}.text,`),
  '  }',
  '}',
])

write(`${runtime}/messages/rule-name.gen.ts`, [
  '/** Rules with a message. `required` and `excluded` stand for all rules whose names begin with them. */',
  'export type RuleName =',
  ...[...keys.keys()].toReversed().map((key) => `  | ${inText(key)}`),
])

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
