import type { NamingSource } from '../../validate/rule-issue.ts'

/** A source, or the body in any format. */
export type Place = NamingSource | 'body'

/**
 * The sources of a DTO's properties: `usual`, except for `others`, in reading order. Body formats among these are the
 * ones with the property; the first is the default when the request has none of them.
 */
export interface Places {
  readonly usual: Place
  readonly others: Readonly<Record<string, Place | readonly Place[]>>
}

/**
 * Creates {@link Places}. A function, because the compiler would read `constructor` in `others` as the inherited one.
 */
export function placesOf<const O extends Places['others']>(usual: Place, others: O): Places {
  return { usual, others }
}
