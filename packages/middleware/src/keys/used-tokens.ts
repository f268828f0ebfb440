import type { Ctx } from '@ctxgen/runtime'
import { checkOneOf } from '../chain/check-option.ts'
import { memoryStore } from '../memory-store.ts'
import { type OutageOptions, StoreOutage, storeIsAway } from '../store/store-outage.ts'
import type { TextStore } from '../store/text-store.ts'

interface UsedTokensOptions extends OutageOptions {
  readonly store: TextStore
  readonly onStoreError?: 'closed' | 'open' | 'memory' | undefined
}

/** The tokens that requests have used; none counts twice. */
export class UsedTokens {
  readonly #store: TextStore
  /** The tokens of this process, for the time without the store. */
  readonly #here: TextStore | undefined
  readonly #outage: StoreOutage
  readonly #instead: () => boolean
  readonly #lifetime: number

  /** @param lifetime milliseconds for which a used token is kept */
  constructor(where: string, options: UsedTokensOptions, lifetime: number) {
    const { store, onStoreError = 'closed' } = options
    checkOneOf(`${where}: onStoreError`, onStoreError, ['closed', 'open', 'memory'])
    this.#store = store
    this.#here = onStoreError === 'memory' ? memoryStore() : undefined
    this.#outage = new StoreOutage(where, options)
    this.#instead = onStoreError === 'closed' ? storeIsAway : () => true
    this.#lifetime = lifetime
  }

  /** @returns whether this is the first use of a token, in all processes */
  async use(c: Ctx, token: string): Promise<boolean> {
    const put = (store: TextStore): Promise<boolean> =>
      store.replace(`token ${token}`, undefined, 'used', this.#lifetime)
    const isNewHere = this.#here === undefined || (await put(this.#here))
    return isNewHere && this.#outage.ask(c, () => put(this.#store), this.#instead)
  }
}
