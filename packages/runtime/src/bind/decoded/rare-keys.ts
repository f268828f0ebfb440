import { tooManyRareKeys } from '../../error/english-issues.ts'
import { withValues } from '../../error/issue-text.ts'
import { BodyError } from './decode-body.ts'

/** V8 has fast objects for about 1500 different first keys. */
const maxCommon = 1000

/**
 * Counts the members of a body whose key is `__proto__` or not among its first thousand different ones. An object with
 * such a key is a hash table to V8, which takes twenty times as long as other objects.
 */
export class RareKeys {
  readonly #most: number
  readonly #common = new Set<string>()
  #count = 0

  constructor(most: number) {
    this.#most = most
  }

  /** @throws BodyError past the setting `maxRareKeys`. */
  add(key: string): void {
    if (this.#common.has(key)) return
    if (this.#common.size < maxCommon && key !== '__proto__') this.#common.add(key)
    else if (++this.#count > this.#most) throw new BodyError(withValues(tooManyRareKeys, { max: this.#most }))
  }
}
