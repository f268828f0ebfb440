import { randomUUID } from 'node:crypto'
import type { Ctx } from '@ctxgen/runtime'
import { type RecordedAnswer, record } from '../answers/recorded-answer.ts'
import { checkDelay, checkNumber, checkOneOf } from '../chain/check-option.ts'
import { LateWrites } from '../store/late-writes.ts'
import { type OutageOptions, StoreOutage, storeIsAway } from '../store/store-outage.ts'
import type { TextStore } from '../store/text-store.ts'
import type { KeyState } from './key-state.ts'
import { MemoryKeys } from './memory-keys.ts'

/** A key that a request has now. */
export class OwnKey {
  readonly id: string
  /** The digest of the request. */
  readonly request: string
  /** Its state while the request is being handled. */
  readonly text: string

  constructor(id: string, request: string) {
    this.id = id
    this.request = request
    this.text = JSON.stringify({ of: request, by: randomUUID() } satisfies KeyState)
  }
}

interface KeyOptions extends OutageOptions {
  readonly lifetime?: number
  readonly lockTimeout?: number
  readonly maxAnswer?: number
  readonly store?: TextStore
  readonly onStoreError?: 'closed' | 'open' | 'memory'
}

/** The keys of requests and the answers that belong to them. */
export class KeyStates {
  readonly #store: TextStore
  /** The keys of this process, for the time without the store. */
  readonly #here: TextStore | undefined
  readonly #outage: StoreOutage
  readonly #late: LateWrites
  readonly #instead: () => 'away' | undefined
  readonly #lifetime: number
  readonly #lockTimeout: number
  readonly #maxAnswer: number

  constructor(options: KeyOptions) {
    const { lifetime = 86_400_000, lockTimeout = 30_000, maxAnswer = 1024 * 1024 } = options
    const { store, onStoreError = 'closed' } = options
    checkNumber('idempotency: lifetime', lifetime, 1)
    checkDelay('idempotency: lockTimeout', lockTimeout)
    checkNumber('idempotency: maxAnswer', maxAnswer)
    checkOneOf('idempotency: onStoreError', onStoreError, ['closed', 'open', 'memory'])
    if (options.lockTimeout !== undefined && options.lifetime !== undefined && lockTimeout > lifetime)
      throw new RangeError(`idempotency: lockTimeout, ${lockTimeout}, is longer than lifetime, ${lifetime}`)
    this.#store = store ?? new MemoryKeys()
    this.#here = store !== undefined && onStoreError === 'memory' ? new MemoryKeys() : undefined
    this.#outage = new StoreOutage('idempotency', options)
    this.#late = new LateWrites(options)
    this.#instead = { closed: storeIsAway, open: () => 'away' as const, memory: () => undefined }[
      onStoreError
    ]
    this.#lifetime = lifetime
    this.#lockTimeout = lockTimeout
    this.#maxAnswer = maxAnswer
  }

  /** Takes a key for a request. @returns its state if another request has it */
  async begin(c: Ctx, id: string, request: string): Promise<OwnKey | KeyState | 'away'> {
    const late = this.#late.find(id)
    if (late !== undefined) return JSON.parse(late)
    const mine = new OwnKey(id, request)
    const here = this.#here && (await this.#take(this.#here, mine))
    if (here !== undefined) return here
    const found = await this.#outage.ask<KeyState | 'away' | undefined>(
      c,
      () => this.#take(this.#store, mine),
      this.#instead,
    )
    if (found === undefined) return mine
    await this.#here?.delete(id, mine.text)
    return found
  }

  /** Handles the request, and keeps its answer. The key is this request's as long as its process lives. */
  async keep(c: Ctx, mine: OwnKey): Promise<void> {
    const before = c.getRespHeaders()
    const timer = setInterval(() => this.#renew(mine), this.#lockTimeout / 3)
    try {
      await c.next()
      const answer = record(c, before)
      if (answer !== undefined && answer.status >= 500) await this.#free(c, mine)
      else await this.#finish(c, mine, answer)
    } catch (error) {
      await this.#free(c, mine)
      throw error
    } finally {
      clearInterval(timer)
    }
  }

  async #take(store: TextStore, { id, text }: OwnKey): Promise<KeyState | undefined> {
    for (;;) {
      if (await store.replace(id, undefined, text, this.#lockTimeout)) return undefined
      const found = await store.get(id)
      if (found !== undefined) return JSON.parse(found)
    }
  }

  #renew({ id, text }: OwnKey): void {
    for (const store of [this.#store, this.#here])
      store?.replace(id, text, text, this.#lockTimeout).catch(() => {})
  }

  /** The work is done, so an error of the store harms the repetition alone, and the answer is written when it is back. */
  async #finish(c: Ctx, mine: OwnKey, answer: RecordedAnswer | undefined): Promise<void> {
    const textOf = (kept: RecordedAnswer | null): string =>
      JSON.stringify({ of: mine.request, answer: kept } satisfies KeyState)
    const text = textOf(answer ?? null)
    const kept = text.length > this.#maxAnswer ? textOf(null) : text
    if (this.#here !== undefined) await this.#write(this.#here, mine, kept)
    const write = (): Promise<true> => this.#write(this.#store, mine, kept)
    if (!(await this.#outage.ask<boolean>(c, write, () => false)))
      this.#late.add(mine.id, kept, this.#lifetime, write)
  }

  /** Writes the answer in place of its request, also after the end of that, unless another request has the key. */
  async #write(store: TextStore, { id, text }: OwnKey, kept: string): Promise<true> {
    const isDone = await store.replace(id, text, kept, this.#lifetime)
    if (!isDone) await store.replace(id, undefined, kept, this.#lifetime)
    return true
  }

  async #free(c: Ctx, { id, text }: OwnKey): Promise<void> {
    await this.#here?.delete(id, text)
    await this.#outage.tell(c, () => this.#store.delete(id, text))
  }
}
