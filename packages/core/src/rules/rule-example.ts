import { dateExample } from './date-example.ts'
import { formatRow } from './formats.ts'
import { rules } from './rules.ts'

/** A text that passes a rule with its parameter; `undefined` where none is known. */
export function ruleExample(name: string, param = ''): string | undefined {
  if (name === 'datetime') return dateExample(param)
  return name === 'format' ? formatRow(param)?.example : rules.get(name)?.example
}
