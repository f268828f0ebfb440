/**
 * Request errors in the languages of the clients.
 *
 * An app that imports nothing from here reports them in English.
 */
import type { Translator, Words } from './error/translator.ts'
import { en } from './messages/en.ts'
import { issueWords } from './messages/issue-words.ts'
import type { Messages } from './messages/message-types.ts'
import { render } from './messages/render.ts'
import type { Catalogue } from './messages/rule-template.ts'
import { lookupLanguage } from './request/lookup-language.ts'

export type { Translator, Words } from './error/translator.ts'
export type {
  ByType,
  FullMessages,
  IssueName,
  KindName,
  Messages,
  Plural,
  Template,
} from './messages/message-types.ts'
export type { RuleName } from './messages/rule-name.gen.ts'

/**
 * Catalogues by language tag: `catalogues({ de, fr, 'pt-BR': mine })`, for `new App({ messages })`. English is built
 * in; an `en` catalogue changes the messages for clients that accept no other language. `Own` lists the names of custom
 * rules.
 * @throws RangeError for an invalid language tag.
 */
export function catalogues<Own extends string = never>(
  byLanguage: Readonly<Record<string, Messages<Own>>>,
): Translator {
  const english = wordsOf('en', {})
  const words = new Map([['en', english]])
  for (const [tag, messages] of Object.entries(byLanguage)) {
    const [language = tag] = Intl.getCanonicalLocales(tag)
    words.set(language, wordsOf(language, messages))
  }
  const languages = [...words.keys()]
  return { choose: (acceptLanguage) => words.get(lookupLanguage(acceptLanguage, languages)) ?? english }
}

/** A Standard Schema of ctxgen with its messages in one language: `inLanguage(SignUp.form, words.choose('de'))`. */
export function inLanguage<S extends Standard>(schema: S, words: Words): Pick<S, '~standard'> {
  const standard = schema['~standard']
  const validate = (value: unknown): unknown =>
    standard.validate(value, { libraryOptions: { messages: words } })
  return { '~standard': { ...standard, validate } }
}

interface Standard {
  readonly '~standard': {
    readonly validate: (
      value: unknown,
      options?: { readonly libraryOptions?: Readonly<Record<string, unknown>> },
    ) => unknown
  }
}

function wordsOf(language: string, messages: Messages<string>): Words {
  const catalogue: Catalogue = { messages, plurals: new Intl.PluralRules(language) }
  return {
    language,
    title: messages.title,
    messageOf: (issue) => issueWords(issue, catalogue),
    more: (count) => render(messages.more ?? en.more, { count: String(count) }, catalogue.plurals),
  }
}
