import type { OperationPlan } from '../plan/client-plan.ts'

/** Words of the other files of a client. */
const taken = new Set(['query', 'msw'])

/** The word of each operation's file, made of its first tag: `Car sales` is `car-sales`. */
export function tagWords(operations: readonly OperationPlan[]): ReadonlyMap<OperationPlan, string> {
  return new Map(operations.map((one) => [one, wordOf(one.tags[0] ?? '')]))
}

function wordOf(tag: string): string {
  const words = tag.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const word = words.filter((one) => one !== '').join('-')
  return taken.has(word) ? `${word}-tag` : word
}
