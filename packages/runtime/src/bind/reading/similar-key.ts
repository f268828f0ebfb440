import { nearestName } from '@ctxgen/core/nearest-name'
import { misspeltKey } from '../../error/english-issues.ts'
import { type IssueText, withValues } from '../../error/issue-text.ts'
import type { NamedKeys } from './bind-input.ts'

/** The maximum number of unknown keys for which a similar one is searched: comparing takes time. */
const maxSuggested = 20

/** The issue of an unknown key that is similar to a known one. @param count the number of unknown keys before it */
export function similarKey(key: string, known: NamedKeys, count: number): IssueText | undefined {
  const name = count < maxSuggested ? nearestName(key, shown(known)) : undefined
  return name === undefined ? undefined : withValues(misspeltKey, { name })
}

/** The keys that a message may name. */
function shown({ names, hidden = [], areDotted }: NamedKeys): readonly string[] {
  const keys = areDotted ? names.map((name) => name.replace(/\.$/, '')) : names
  return keys.filter((key) => !hidden.includes(key))
}
