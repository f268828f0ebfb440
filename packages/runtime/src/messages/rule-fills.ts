import { dateExample } from '@ctxgen/core/rules/date-example'
import type { EnglishRule, Fill } from './english-rule.ts'
import { formatExample, wordsOfFormat } from './example.ts'
import type { ByType, Template } from './message-types.ts'
import { listOf, shownValues } from './param-list.ts'

/*
 * The parts of English messages that are no plain text, by the words of their rows. A generated file imports the messages
 * of its own rules, so a page bundles no others.
 */

export const fillValues: Fill = { shown: shownValues }
export const fillWords: Fill = { list: (param) => listOf(param, ' or ') }
export const fillLayout: Fill = { example: dateExample }

/** @param rules that describe formats */
export function fillFormat(rules: readonly EnglishRule[]): Fill {
  const textFor = (format: string): Template | ByType | undefined =>
    rules.find(({ name }) => name === wordsOfFormat(format))?.text
  return { example: formatExample, textFor }
}

/** Messages about a size, for each kind of value. */
export function sized(words: string, others?: ByType): ByType {
  return {
    string: have(words, 'character', 'characters'),
    list: have(words, 'element', 'elements'),
    record: have(words, 'entry', 'entries'),
    bytes: have(words, 'byte', 'bytes'),
    number: `must be ${words} {param}`,
    ...others,
  }
}

function have(words: string, one: string, other: string): Template {
  return { one: `must have ${words} {param} ${one}`, other: `must have ${words} {param} ${other}` }
}
