import { readFileSync } from 'node:fs'
import type { Transport } from './transports.ts'

/** Entries that a transport rightly answers differently. */
interface Difference {
  readonly id: string
  readonly transport: string
  readonly reason: string
}

const differences: readonly Difference[] = JSON.parse(
  readFileSync(new URL('../differences.json', import.meta.url), 'utf8'),
)

/** Why the entry does not hold over that transport; `undefined` if it must hold. */
export function differenceOf(id: string, transport: Transport): string | undefined {
  return differences.find((one) => one.id === id && one.transport === transport)?.reason
}
