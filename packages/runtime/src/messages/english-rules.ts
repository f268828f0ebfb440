import { dateExample } from './date-example.ts'
import { type EnglishRule, englishRule } from './english-rule.ts'
import { formatExample, wordsOfFormat } from './example.ts'
import type { ByType, Template } from './message-types.ts'
import { listOf, shownValues } from './param-list.ts'
import { base64Rule, emailRule, hostnameRule, ipv4Rule, ipv6Rule, uuidRule } from './plain-rules.gen.ts'

/*
 * The built-in messages that depend on the value, or have more than the parameter. The table of rules has the others. A
 * generated file imports those of its own rules, so a page bundles no others.
 */

export const lenRule: EnglishRule = /* @__PURE__ */ sized('len', 'exactly', { number: 'must be {param}' })
export const minRule: EnglishRule = /* @__PURE__ */ sized('min', 'at least')
export const maxRule: EnglishRule = /* @__PURE__ */ sized('max', 'at most')
export const gtRule: EnglishRule = /* @__PURE__ */ sized('gt', 'more than', { date: 'must be in the future' })
export const gteRule: EnglishRule = /* @__PURE__ */ sized('gte', 'at least', { date: 'must be now or later' })
export const ltRule: EnglishRule = /* @__PURE__ */ sized('lt', 'fewer than', {
  number: 'must be less than {param}',
  date: 'must be in the past',
})
export const lteRule: EnglishRule = /* @__PURE__ */ sized('lte', 'at most', {
  date: 'must be now or earlier',
})
export const eqRule: EnglishRule = /* @__PURE__ */ englishRule({
  name: 'eq',
  text: {
    list: /* @__PURE__ */ have('exactly', 'element', 'elements'),
    record: /* @__PURE__ */ have('exactly', 'entry', 'entries'),
    number: 'must be {param}',
  },
})
export const oneofRule: EnglishRule = /* @__PURE__ */ englishRule({
  name: 'oneof',
  text: 'must be one of {param}',
  shown: shownValues,
})
export const oneofciRule: EnglishRule = /* @__PURE__ */ englishRule({
  name: 'oneofci',
  text: 'must be one of {param}',
  shown: shownValues,
})
export const noneofRule: EnglishRule = /* @__PURE__ */ englishRule({
  name: 'noneof',
  text: 'must be none of {param}',
  shown: shownValues,
})
export const uniqueRule: EnglishRule = /* @__PURE__ */ englishRule({
  name: 'unique',
  text: {
    list: 'must have no two equal values',
    property: 'must have no two elements with the same {param}',
  },
})
export const datetimeRule: EnglishRule = /* @__PURE__ */ englishRule({
  name: 'datetime',
  text: 'must be a date or time such as {example}',
  example: dateExample,
})
export const formatRule: EnglishRule = /* @__PURE__ */ englishRule({
  name: 'format',
  text: 'must be of the format {param}, such as {example}',
  example: formatExample,
  textFor: formatText,
})
export const mimeRule: EnglishRule = /* @__PURE__ */ englishRule({
  name: 'mime',
  text: 'must be of the type {list}',
  list: (param) => listOf(param, ' or '),
})
export const maxFilesRule: EnglishRule = /* @__PURE__ */ englishRule({
  name: 'maxFiles',
  text: /* @__PURE__ */ have('at most', 'file', 'files'),
})

/** The message of another rule that describes a format. */
function formatText(format: string): Template | ByType | undefined {
  const rules = [emailRule, hostnameRule, ipv4Rule, ipv6Rule, uuidRule, base64Rule, datetimeRule]
  return rules.find(({ name }) => name === wordsOfFormat(format))?.text
}

function sized(name: string, words: string, others?: ByType): EnglishRule {
  const text: ByType = {
    string: have(words, 'character', 'characters'),
    list: have(words, 'element', 'elements'),
    record: have(words, 'entry', 'entries'),
    bytes: have(words, 'byte', 'bytes'),
    number: `must be ${words} {param}`,
    ...others,
  }
  return englishRule({ name, text })
}

function have(words: string, one: string, other: string): Template {
  return { one: `must have ${words} {param} ${one}`, other: `must have ${words} {param} ${other}` }
}
