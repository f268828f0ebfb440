import { or } from './english-words.ts'
import { invalid } from './invalid.ts'
import type { FullMessages } from './message-types.ts'
import { ruleTexts } from './rule-texts.gen.ts'

/** The messages of rules. Those of the binders are their own keys in catalogues. */
export const en: Omit<FullMessages, 'issues' | 'kinds'> = {
  title: 'Bad Request',
  more: 'and {count} more',
  moreValues: 'and {count} more',
  or,
  invalid,
  rules: /* @__PURE__ */ ruleTexts(),
}
