import { isEmpty } from '../../error/english-issues.ts'
import type { Reading } from './reading.ts'

/** Notes an empty body: an object whose members are all optional or have defaults, otherwise the only issue. */
export function emptyBody(at: Reading): undefined {
  at.emptyBody = isEmpty
}

/** Reports an empty body where no object stands for it. */
export function refuseEmpty(at: Reading): void {
  if (at.emptyBody !== undefined) at.wrong('', at.emptyBody)
}
