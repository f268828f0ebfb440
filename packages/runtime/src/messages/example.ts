import { dateExample } from '@ctxgen/core/rules/date-example'
import { formatRow } from '@ctxgen/core/rules/formats'

/** An example that satisfies a rule with its parameter; `''` when the message needs none. */
export function exampleOf(rule: string, param: string): string {
  if (rule === 'datetime') return dateExample(param)
  return rule === 'format' ? formatExample(param) : ''
}

export function formatExample(format: string): string {
  return formatRow(format)?.example ?? ''
}

/** The rule whose message describes a format. */
export function wordsOfFormat(format: string): string {
  return formatRow(format)?.rule ?? 'format'
}
