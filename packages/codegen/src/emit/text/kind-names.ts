import type { LiteralValue } from '../../model/field-type.ts'
import { type Code, code } from './code.ts'

type LiteralKind = 'string' | 'number' | 'boolean' | 'bigint'

/** The types of literals. */
export const kindNames: Readonly<Record<LiteralKind, Code>> = {
  string: code`string`,
  number: code`number`,
  boolean: code`boolean`,
  bigint: code`bigint`,
}

/** The types of some literals. */
export function kindsOf(values: readonly LiteralValue[]): readonly Code[] {
  const kinds = new Set(values.map((value) => typeof value as LiteralKind))
  return [...kinds].map((kind) => kindNames[kind])
}
