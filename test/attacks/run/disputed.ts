import { readFileSync } from 'node:fs'

/** Entries that contradict the contract, with the reason. */
export const disputed: ReadonlyMap<string, string> = new Map(
  (
    JSON.parse(readFileSync(new URL('../disputed.json', import.meta.url), 'utf8')) as readonly {
      readonly id: string
      readonly reason: string
    }[]
  ).map(({ id, reason }) => [id, reason]),
)
