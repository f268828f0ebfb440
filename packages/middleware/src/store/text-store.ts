/**
 * Texts by key, for some time: what sessions, idempotency and caches keep. `memoryStore`, `redisStore` and `postgresStore`
 * are such stores. All methods reject while the store cannot be reached.
 */
export interface TextStore {
  get(key: string): Promise<string | undefined>
  /** @param ms the milliseconds after which the text is gone */
  set(key: string, text: string, ms: number): Promise<void>
  /** Sets a text if the stored one is `expected`, or if there is none for `undefined`: in one step for all processes. */
  replace(key: string, expected: string | undefined, text: string, ms: number): Promise<boolean>
  /** @param expected deletes only this text */
  delete(key: string, expected?: string): Promise<void>
}
