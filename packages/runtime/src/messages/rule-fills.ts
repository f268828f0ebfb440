import { dateExample } from '@ctxgen/core/rules/date-example'
import type { EnglishRule } from './english-rule.ts'
import { formatExample, wordsOfFormat } from './example.ts'
import { listOf, shownValues } from './param-list.ts'

/*
 * The parts of English messages that are no plain text, by the words of their rows. A generated file imports the messages
 * of its own rules, so a page bundles no others.
 */

/** Fills in a message. */
type Fill = (text: string, param: string) => string

export const fillValues: Fill = (text, param) => text.replace('{param}', () => shownValues(param))
export const fillWords: Fill = (text, param) => text.replace('{list}', () => listOf(param, ' or '))
export const fillLayout: Fill = (text, param) => text.replace('{example}', () => dateExample(param))

/** @param rules that describe formats */
export function fillFormat(rules: readonly EnglishRule[]): Fill {
  return (usual, format) => {
    const described = rules.find(({ name }) => name === wordsOfFormat(format))?.text
    return (typeof described === 'string' ? described : usual)
      .replace('{param}', () => format)
      .replace('{example}', () => formatExample(format))
  }
}
