import { rules } from '@ctxgen/core/rules/rules'
import * as functions from './rule-tests.gen.ts'

/** The predicates for texts, by their names in rows of rules and formats. */
export const textTests: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ...Object.entries(functions),
  ...[...rules.values()].flatMap(({ isExact, pattern = '', test = '' }) => {
    return isExact ? [[test, (text: string) => new RegExp(pattern).test(text)] as const] : []
  }),
])
