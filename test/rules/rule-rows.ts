import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/fixture-folders.ts'

/** A row of the tables of docs/rules.md: a rule, a type (a string in tables without that column), and JSON texts. */
export interface RuleRow {
  readonly rule: string
  readonly type: string
  readonly takes: readonly string[]
  readonly refuses: readonly string[]
}

export const rulePage: string = readFileSync(join(root, 'docs', 'rules.md'), 'utf8')

export const ruleRows: readonly RuleRow[] = rulePage.split('\n').flatMap((line): RuleRow[] => {
  const cells = line.split(/(?<!\\)\|/).slice(1, -1)
  const codes = cells.map((cell) => codesIn(cell.replaceAll('\\|', '|')))
  const [rule, type, takes, refuses] = codes.length === 3 ? [codes[0], ['string'], ...codes.slice(1)] : codes
  const [ruleText, typeText] = [rule?.[0], type?.[0]]
  if (ruleText === undefined || typeText === undefined || takes === undefined) return []
  return takes.length === 0 ? [] : [{ rule: ruleText, type: typeText, takes, refuses: refuses ?? [] }]
})

/** The backquoted texts in a cell. */
function codesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]*)`/g)].map(([, code = '']) => code)
}
