import type { RuntimeName } from '../text/runtime-names.ts'

/** A member of a JSON Schema; the value is the text of an expression. */
export type Member = readonly [key: string, value: string]

/** Returns the local name of a runtime export. */
export type UseName = (name: RuntimeName) => string

export function objectText(members: readonly Member[]): string {
  if (members.length === 0) return '{}'
  return `{ ${members.map(([key, value]) => `${key}: ${value}`).join(', ')} }`
}
