import { formats } from '@ctxgen/core/rules/formats'
import { messageKey } from '@ctxgen/core/rules/rule-names'
import type { RuleTarget } from '@ctxgen/core/rules/rule-row'
import { rules } from '@ctxgen/core/rules/rules'
import { build } from 'esbuild'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { messageConstant } from '../../packages/codegen/src/emit/text/runtime-names.ts'
import { expectedLength } from '../../packages/runtime/src/bind/decoded/tuple-values.ts'
import { issueAt } from '../../packages/runtime/src/bind/reading/issue-at.ts'
import { asInt8, oneOf, oneOfMixed } from '../../packages/runtime/src/bind/scalar/scalar.ts'
import * as runtime from '../../packages/runtime/src/codegenv1.ts'
import * as englishIssues from '../../packages/runtime/src/error/english-issues.ts'
import { type IssueText, noneOf } from '../../packages/runtime/src/error/issue-text.ts'
import type { ValidationIssue } from '../../packages/runtime/src/error/validation-error.ts'
import { en } from '../../packages/runtime/src/messages/en.ts'
import type { EnglishRule } from '../../packages/runtime/src/messages/english-rule.ts'
import * as english from '../../packages/runtime/src/messages/english-rules.gen.ts'
import { exampleOf } from '../../packages/runtime/src/messages/example.ts'
import { de } from '../../packages/runtime/src/messages/languages/de.ts'
import { type ByType, catalogues, type Messages, type Template } from '../../packages/runtime/src/messages.ts'
import { eitherRule } from '../../packages/runtime/src/validate/either-rule.ts'
import { customRule } from '../../packages/runtime/src/validate/own-rules.ts'
import type { IssueRule } from '../../packages/runtime/src/validate/rule-issue.ts'
import { ruleIssue } from '../../packages/runtime/test/support/rule-issue.ts'
import { root } from '../support/fixture-folders.ts'
import { shipped } from '../support/languages.ts'

/** The catalogue's key for every issue: `min.string`. */
const marked: Messages = {
  or: ' | ',
  invalid: 'invalid',
  rules: Object.fromEntries(
    Object.entries(en.rules).map(([rule, text]) => {
      if (typeof text !== 'object' || 'other' in text) return [rule, rule]
      return [rule, Object.fromEntries(Object.keys(text).map((type) => [type, `${rule}.${type}`]))]
    }),
  ),
}

const { dateLayout } = runtime
const functions: Readonly<Record<string, unknown>> = runtime
const formatChecks: Readonly<Record<string, (text: string) => unknown>> = Object.fromEntries(
  Object.entries(formats).map(([format, { test: name }]) => {
    const check = functions[name]
    return [format, (text: string): unknown => typeof check === 'function' && check(text)]
  }),
)

const texts = Object.values(englishIssues).map(({ text }) => text)

const marks = catalogues({ de: marked }).choose('de')

function issueOf(name: string, param: string | undefined, target: RuleTarget): ValidationIssue {
  return ruleIssue(
    'a',
    englishRules[messageConstant(name, param !== undefined, target)] ?? customRule(name),
    param,
  )
}

const englishRules: Readonly<Record<string, EnglishRule>> = english

const sized: readonly string[] = ['string', 'list', 'record', 'bytes']

test('a catalogue has the message of every rule and type', () => {
  let count = 0
  for (const [name, { parameter, targets }] of rules) {
    const key = messageKey(name)
    const own = en.rules[key as keyof typeof en.rules]
    for (const target of targets) {
      const isOfNow = target === 'date' && parameter === 'size'
      const withNone = isOfNow || parameter === 'none' || parameter === 'optional-property'
      const withSome = !isOfNow && parameter !== 'none'
      const some = parameter === 'format' ? ['duration', 'uri'] : ['1', '2', 'red blue']
      for (const param of [...(withNone ? [undefined] : []), ...(withSome ? some : [])]) {
        const type =
          name === 'eq' && target === 'string'
            ? 'number'
            : name === 'unique'
              ? param === undefined
                ? 'list'
                : 'property'
              : isOfNow
                ? 'date'
                : sized.includes(target)
                  ? target
                  : 'number'
        const expected = typeof own === 'object' && !('other' in own) ? `${key}.${type}` : key
        assert.is(marks.messageOf(issueOf(name, param, target)), expected, `${name} of a ${target}`)
        count++
      }
    }
  }
  assert.ok(count > 300)
})

test('dates and formats are explained by an example, in each language', () => {
  const layouts = [
    '2006-01-02',
    'Mon, 02 Jan 06 3:04:05.000pm -0700',
    'Monday _2 January',
    '002',
    '__2 2006',
    'Z070000 MST',
  ]
  for (const layout of [...layouts, '15:04:05.999', '1/2 2006.01', 'Month 5', '15h4 Z07:00']) {
    const example = exampleOf('datetime', layout)
    assert.ok(dateLayout(layout)(example), `${layout}: ${example}`)
    assert.is(marks.messageOf(issueOf('datetime', layout, 'string')), 'datetime')
  }
  const { messageOf: german } = catalogues({ de }).choose('de')
  const told = (name: string, param: string): string => german(issueOf(name, param, 'string'))
  assert.is(told('datetime', '02.01.2006'), 'muss ein Datum oder eine Zeit sein, zum Beispiel 23.11.2026')
  assert.is(told('format', 'time'), 'muss ein Datum oder eine Zeit sein, zum Beispiel 14:30:00Z')
  assert.is(told('format', 'email'), told('email', ''))
  assert.is(told('format', 'json-pointer'), 'muss das Format json-pointer haben, zum Beispiel /items/0')
  for (const [format, { example }] of Object.entries(formats)) {
    assert.ok(formatChecks[format]?.(example), format)
    assert.not.match(told('format', format), /^must/, format)
  }
})

test('alternatives are joined, whatever they contain', () => {
  const told = (rule: string, ...rules: IssueRule[]): string => {
    const issue = ruleIssue('a', eitherRule(rule, ...rules))
    return `${issue.message}: ${marks.messageOf(issue)}`
  }
  const { hexcolorRule, rgbRule, lenStringRule, minStringRule, eqRule, patternRule, emailRule } = english
  assert.is(
    told('hexcolor|rgb', hexcolorRule, rgbRule),
    'must be a hexadecimal colour or an rgb() colour: hexcolor | rgb',
  )
  assert.is(
    told('len=2|min=5', lenStringRule, minStringRule),
    'must have exactly 2 characters or have at least 5 characters: len.string | min.string',
  )
  assert.is(
    told('len=2|eq=abc', lenStringRule, eqRule),
    'must have exactly 2 characters or be abc: len.string | eq.number',
  )
  assert.is(
    told('eq=a0x7Cb|isEven', eqRule, customRule('isEven')),
    'must be a|b or valid: eq.number | invalid',
  )
  assert.is(
    told('pattern=/^(a|b)$/|email', patternRule, emailRule),
    'must be of the right form or an e-mail address: pattern | email',
  )
})

/** The forms of a template. */
function formsOf(template: Template): readonly string[] {
  if (typeof template === 'function') return [template({})]
  return typeof template === 'string' ? [template] : Object.values(template)
}

function placesIn(template: Template): string {
  const all = formsOf(template).map((form) => [...form.matchAll(/\{\w+\}/g)].join())
  assert.is(new Set(all).size, 1)
  return all[0] ?? ''
}

const untranslated: ReadonlySet<string> = new Set(
  [...rules].flatMap(([name, { isUntranslated }]) => (isUntranslated ? [messageKey(name)] : [])),
)

test('a rule is marked as untranslated until all languages have it', () => {
  for (const rule of untranslated)
    assert.ok(
      Object.values(shipped).some((one) => !Object.hasOwn(one.rules, rule)),
      rule,
    )
})

for (const [language, messages] of Object.entries(shipped)) {
  test(`${language} covers all messages of English`, () => {
    for (const [rule, text] of Object.entries(en.rules)) {
      const other = messages.rules[rule as keyof typeof en.rules]
      if (other === undefined && untranslated.has(rule)) continue
      assert.ok(other !== undefined, rule)
      const parts = (all: typeof text): readonly (readonly [string, Template])[] =>
        typeof all === 'object' && !('other' in all) ? Object.entries(all) : [['', all]]
      assert.equal(
        parts(other)
          .map(([type, template]) => [type, placesIn(template)])
          .sort(),
        parts(text)
          .map(([type, template]) => [type, placesIn(template)])
          .sort(),
        rule,
      )
    }
    for (const { text } of Object.values(englishIssues)) {
      assert.equal(placesIn(messages.issues[text]).split(',').sort(), placesIn(text).split(',').sort(), text)
    }
    assert.equal(Object.keys(messages.issues).length, new Set(texts).size)
    const inEnglish = new Set<string>([...texts, ...allForms(en)])
    for (const form of allForms(messages)) {
      assert.not.match(form, /^\s|\s$|\s\s|must |^$/, form)
      assert.not.ok(inEnglish.has(form), form)
    }
  })
}

/** All forms of all messages. */
function allForms({ rules, issues = {}, kinds = {} }: Messages): readonly string[] {
  return [rules, issues, kinds]
    .flatMap((templates) => Object.values<Template | ByType>(templates ?? {}))
    .flatMap((text) =>
      typeof text === 'object' && !('other' in text) ? Object.values(text).flatMap(formsOf) : formsOf(text),
    )
}

test('counts use the plural of the language', () => {
  const { messageOf: german } = catalogues({ de }).choose('de')
  assert.is(german(issueOf('min', '1', 'list')), 'muss mindestens 1 Element haben')
  assert.is(german(issueOf('min', '2', 'list')), 'muss mindestens 2 Elemente haben')
  assert.is(
    german(issueOf('mime', 'image/* application/pdf', 'file')),
    'muss vom Typ image/* oder application/pdf sein',
  )
})

/** The texts of a message in English and in each language. */
function inEach(issue: IssueText): Readonly<Record<string, string>> {
  const found = issueAt('body', 'a', issue)
  const choice = catalogues(shipped)
  const languages = ['en', ...Object.keys(shipped)]
  return Object.fromEntries(languages.map((language) => [language, choice.choose(language).messageOf(found)]))
}

test('the message of an issue is made from its values in every language', () => {
  assert.equal(inEach(asInt8.issue), {
    en: 'must be a whole number from -128 to 127',
    de: 'muss eine ganze Zahl von -128 bis 127 sein',
    es: 'debe ser un número entero entre -128 y 127',
    fr: 'doit être un nombre entier compris entre -128 et 127',
    nl: 'moet een geheel getal van -128 tot en met 127 zijn',
    pt: 'deve ser um número inteiro de -128 a 127',
    zh: '必须是 -128 到 127 之间的整数',
  })
  const { en: lengths, de: lengthsInGerman } = inEach(expectedLength(2, 3))
  assert.is(lengths, 'must have 2 to 3 elements')
  assert.is(lengthsInGerman, 'muss 2 bis 3 Elemente haben')
  const { en: choices, de: choicesInGerman } = inEach(oneOf('a b', 'c').issue)
  assert.is(choices, 'must be one of "a b", "c"')
  assert.is(choicesInGerman, 'muss einer dieser Werte sein: "a b", "c"')
  assert.equal(inEach(noneOf('"auto"', 'true', 'array', 'date', 'Price')), {
    en: 'must be "auto", true, a list, a date and time (RFC 3339) or a valid Price',
    de: 'muss "auto", true, eine Liste, ein Zeitpunkt mit Datum und Uhrzeit (RFC 3339) oder ein gültiger Wert vom Typ Price sein',
    es: 'debe ser "auto", true, una lista, una fecha y hora (RFC 3339) o un valor válido de Price',
    fr: 'doit être "auto", true, une liste, une date et une heure (RFC 3339) ou une valeur valide de Price',
    nl: 'moet "auto", true, een lijst, een datum met tijd (RFC 3339) of een geldige waarde van het type Price zijn',
    pt: 'deve ser "auto", true, uma lista, uma data e hora (RFC 3339) ou um valor válido de Price',
    zh: '必须是"auto", true, 列表, 日期和时间（RFC 3339），或者有效的 Price',
  })
  assert.equal(noneOf('"auto"', '5', 'null', 'false', 'array').expected, [
    'string',
    'number',
    'null',
    'boolean',
    'array',
  ])
  assert.equal(oneOfMixed('a', 5n, 2n ** 64n, true).issue.expected, ['a', 5, '18446744073709551616', true])
})

test('every issue of the binders has a message in every language', () => {
  assert.ok(texts.length > 70)
  for (const issue of Object.values(englishIssues)) {
    const { en: own, ...others } = inEach(issue)
    assert.is(own, issue.text)
    for (const other of Object.values(others)) assert.is.not(other, own)
  }
})

test('a list in a message ends after ten values in every language', () => {
  const values = Array.from({ length: 13 }, (_, i) => `v${i}`)
  const param = values.join(' ')
  const first = values.slice(0, 10).join(' ')
  const quoted = `'a b' ${values.slice(1).join(' ')}`
  for (const rule of ['oneof', 'oneofci', 'noneof']) {
    const issue = issueOf(rule, param, 'string')
    assert.ok(issue.message.endsWith(` ${first} and 3 more`), issue.message)
    assert.is(issue.param, param)
  }
  assert.ok(
    issueOf('oneof', quoted, 'string').message.endsWith("'a b' v1 v2 v3 v4 v5 v6 v7 v8 v9 and 3 more"),
  )
  const mime = values.map((one) => `a/${one}`)
  assert.match(issueOf('mime', mime.join(' '), 'file').message, / or a\/v9 and 3 more$/)
  const { issue: choice } = oneOf(...Array.from({ length: 3000 }, (_, i) => `v${i}`))
  const ends: Readonly<Record<string, readonly [rule: string, choice: string]>> = {
    de: ['und 3 weitere', 'und 2990 weitere'],
    es: ['y 3 más', 'y 2990 más'],
    fr: ['et 3 autres', 'et 2990 autres'],
    pt: ['e outros 3', 'e outros 2990'],
    nl: ['en nog 3', 'en nog 2990'],
    zh: ['等，另有 3 个', '等，另有 2990 个'],
  }
  assert.equal(Object.keys(ends).sort(), Object.keys(shipped).sort())
  for (const [language, [ofRule, ofChoice]] of Object.entries(ends)) {
    const told = catalogues(shipped).choose(language)
    const message = told.messageOf(issueOf('oneof', param, 'string'))
    assert.ok(message.includes(`v9 ${ofRule}`) && !message.includes('v10'), message)
    assert.ok(told.messageOf(issueAt('body', 'a', choice)).includes(`"v9" ${ofChoice}`))
  }
})

test('the entry of format reaches every format', () => {
  const { messageOf } = catalogues({ en: { rules: { format: 'F {param} {example}' } } }).choose('en')
  for (const format of Object.keys(formats)) {
    const example = exampleOf('format', format)
    assert.ok(example !== '', format)
    assert.ok(formatChecks[format]?.(example), `${format}: ${example}`)
    assert.is(messageOf(issueOf('format', format, 'string')), `F ${format} ${example}`)
  }
  const both = catalogues({ en: { rules: { format: 'F', email: 'E' } } }).choose('en')
  assert.is(both.messageOf(issueOf('format', 'email', 'string')), 'E')
})

test('the message of an author is left as it is', () => {
  const { messageOf } = catalogues({ de }).choose('de')
  assert.is(messageOf(issueOf('required', undefined, 'string')), 'ist erforderlich')
  const issue = { path: 'a', property: 'a', rule: 'required', code: 'rule' as const }
  assert.is(messageOf({ ...issue, message: 'is required' }), 'is required')
  assert.is(messageOf({ ...issue, rule: 'isEven', message: 'must be even' }), 'must be even')
})

test('a catalogue knows its rules, and may omit some', () => {
  const mine: Messages<'isEven'> = { rules: { ...de.rules, isEven: 'muss gerade sein' } }
  // @ts-expect-error isOdd is not a rule
  const wrong: Messages<'isEven'> = { rules: { ...de.rules, isOdd: 'muss ungerade sein' } }
  // @ts-expect-error an unknown issue
  const other: Messages = { issues: { 'is wrong': 'ist falsch' } }
  assert.ok(wrong && other)
  const { messageOf: german } = catalogues<'isEven'>({ de: mine }).choose('de')
  assert.is(
    german({ path: 'a', property: 'a', code: 'rule', rule: 'isEven', message: 'must be even' }),
    'muss gerade sein',
  )
  const part = catalogues({ de: { rules: { required: 'fehlt' } } }).choose('de')
  assert.is(part.messageOf(issueOf('required_with', 'b', 'string')), 'fehlt')
  assert.is(part.messageOf(issueOf('email', undefined, 'string')), 'must be an e-mail address')
})

test('messages of the source are keys', () => {
  const custom = {
    'name.short': 'ist zu kurz',
    'At least {param}, please': 'Bitte mindestens {param} in {path}',
  }
  const { messageOf: german } = catalogues({ de: { ...de, custom } }).choose('de')
  const told = (message: string): string =>
    german({ path: 'name', property: 'name', code: 'rule', rule: 'min', param: '3', message })
  assert.is(told('name.short'), 'ist zu kurz')
  assert.is(told('At least 3, please'), 'Bitte mindestens 3 in name')
  assert.is(told('Of my own'), 'Of my own')
  const { messageOf: inEnglish } = catalogues({ en: { custom: { 'name.short': 'is too short' } } }).choose('')
  assert.is(
    inEnglish({
      path: 'name',
      property: 'name',
      code: 'rule',
      rule: 'min',
      param: '3',
      message: 'name.short',
    }),
    'is too short',
  )
})

test('languages are chosen in the order of preference', () => {
  const { choose } = catalogues({ de, fr: {}, 'pt-br': {}, 'zh-Hant': {} })
  const chosen = (header: string): string => choose(header).language
  assert.is(chosen(''), 'en')
  assert.is(chosen('*'), 'en')
  assert.is(chosen('de'), 'de')
  assert.is(chosen('de-AT'), 'de')
  assert.is(chosen('de-1996-x-a'), 'de')
  assert.is(chosen('it, fr;q=0.5, de;q=0.8'), 'de')
  assert.is(chosen('en-GB, de;q=0.9'), 'en')
  assert.is(chosen('pt'), 'pt-BR')
  assert.is(chosen('PT-br'), 'pt-BR')
  assert.is(chosen('zh-Hant-TW'), 'zh-Hant')
  assert.is(chosen('de;q=0, *'), 'en')
  assert.is(chosen('it'), 'en')
  assert.is(chosen('de-AT, en;q=0.1, de;q=0'), 'en')
  assert.throws(() => catalogues({ 'de\r\nX: y': de }), RangeError)
})

test('a bundle contains only the languages that an app imports', async () => {
  const contents = [
    "import { App } from '@ctxgen/runtime'; new App()",
    "import { App } from '@ctxgen/runtime'; import { catalogues } from '@ctxgen/runtime/messages'; import { de } from '@ctxgen/runtime/messages/de'; new App({ messages: catalogues({ de }) })",
  ]
  const bundles = contents.map(async (text) => {
    const { outputFiles } = await build({
      stdin: { contents: text, resolveDir: root },
      bundle: true,
      charset: 'utf8',
      format: 'esm',
      platform: 'node',
      write: false,
    })
    const bundle = outputFiles.map((file) => file.text).join('')
    const languages = Object.entries({ ...shipped, en })
    return languages.filter(([, { rules }]) => bundle.includes(`"${rules.excluded}"`)).map(([name]) => name)
  })
  assert.equal(await Promise.all(bundles), [[], ['de', 'en']])
})

test.run()
