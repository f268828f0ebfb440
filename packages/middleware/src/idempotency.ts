import { createHash, randomUUID } from 'node:crypto'
import { type Ctx, type Handler, HttpError } from '@ctxgen/runtime'
import { type RecordedAnswer, record, replay } from './answers/recorded-answer.ts'
import { checkDelay, checkNumber, checkToken } from './chain/check-option.ts'
import { memoryStore } from './memory-store.ts'
import { type OutageOptions, StoreOutage, storeIsAway } from './store/store-outage.ts'
import type { TextStore } from './store/text-store.ts'

export type { TextStore } from './store/text-store.ts'

/** The options of {@link idempotency}. */
export interface IdempotencyOptions extends OutageOptions {
  /** Whose keys these are, so that nobody gets the answer of another: `(c) => c.locals('user').id`. */
  readonly scope: (c: Ctx) => string
  /** The methods that it is for. Default: POST and PATCH. */
  readonly methods?: readonly string[]
  /** A request without a key is 400. Default: false, it is handled as ever. */
  readonly required?: boolean
  /** Milliseconds for which an answer is kept. Default: 24 hours. */
  readonly lifetime?: number
  /** Milliseconds after which a request counts as lost whose process has died. Default: 30 000. */
  readonly lockTimeout?: number
  /** The size in characters of the longest answer that is kept. Default: 1 MiB. */
  readonly maxAnswer?: number
  /** Default: the memory of this process, 64 MiB. */
  readonly store?: TextStore
  /** Without its store: `closed` answers 503, `open` handles the request as if it had no key. Default: `closed`. */
  readonly onStoreError?: 'closed' | 'open'
}

/** The state of a key, as the store has it. */
interface State {
  /** The digest of the request. */
  readonly of: string
  /** Of the request that is being handled. */
  readonly by?: string
  /** `null` for one that could not be kept. */
  readonly answer?: RecordedAnswer | null
}

const header = 'Idempotency-Key'

/**
 * Handles a request that a client repeats once (draft-ietf-httpapi-idempotency-key-header-07): the same `Idempotency-Key`
 * and request get the same answer, marked `Idempotency-Replayed`; with another request it is 422, while the first is
 * handled 409. An error, thrown or of 500 and more, frees the key. Put it behind the login.
 * @throws RangeError for an invalid time, TypeError for an invalid method.
 * @reads POST,PATCH Idempotency-Key - A request that is repeated with its key is handled once.
 * @answer POST,PATCH 400 HttpError
 * @answer POST,PATCH 409 HttpError Retry-After
 * @answer POST,PATCH 422 HttpError
 * @answer POST,PATCH 503 HttpError Retry-After
 * @answer POST,PATCH * Idempotency-Replayed
 */
export function idempotency(options: IdempotencyOptions): Handler {
  const { scope, methods = ['POST', 'PATCH'], required = false, onStoreError = 'closed' } = options
  for (const method of methods) checkToken('idempotency: methods', method)
  const keys = new Keys(options)
  return async (c) => {
    const key = methods.includes(c.method()) ? keyOf(c, required) : undefined
    if (key === undefined) return c.next()
    const id = digestOf('key', scope(c), key)
    const request = digestOf(c.method(), c.originalURL(), c.get('content-type'), await c.readBody())
    const mine = JSON.stringify({ of: request, by: randomUUID() } satisfies State)
    const found = await keys.begin(c, id, mine, onStoreError)
    if (found === 'away') return c.next()
    if (found !== undefined) return answerAgain(c, found, request)
    await keys.keep(c, id, mine, request)
  }
}

function answerAgain(c: Ctx, { of, answer }: State, request: string): void {
  if (of !== request) throw new HttpError(422, `This ${header} belongs to another request`)
  if (answer === undefined) {
    const headers = { 'Retry-After': '1' }
    throw new HttpError(409, `The request with this ${header} is being handled`, { headers })
  }
  if (answer === null) throw new HttpError(409, `The request was handled, and its answer could not be kept`)
  replay(c, answer)
  c.set('Idempotency-Replayed', 'true')
}

/** A string of RFC 9651 or a bare one, visible ASCII of at most 255 characters; `undefined` without the header. */
function keyOf(c: Ctx, required: boolean): string | undefined {
  const [sent, ...more] = c.getReqHeaders()[header.toLowerCase()] ?? []
  if (sent === undefined && !required) return undefined
  const [, quoted, bare] =
    /^(?:"([\x20\x21\x23-\x7e]{1,255})"|([\x21\x23-\x7e]{1,255}))$/.exec(sent ?? '') ?? []
  const key = quoted ?? bare
  if (key === undefined || more.length > 0)
    throw new HttpError(400, `The request needs one ${header} of 1 to 255 characters`)
  return key
}

/** With lengths, so that two lists of parts never meet. */
function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  return hash.digest('base64url')
}

class Keys {
  readonly #store: TextStore
  readonly #outage: StoreOutage
  readonly #lifetime: number
  readonly #lockTimeout: number
  readonly #maxAnswer: number

  constructor(options: IdempotencyOptions) {
    const { lifetime = 86_400_000, lockTimeout = 30_000, maxAnswer = 1024 * 1024 } = options
    checkNumber('idempotency: lifetime', lifetime, 1)
    checkDelay('idempotency: lockTimeout', lockTimeout)
    checkNumber('idempotency: maxAnswer', maxAnswer)
    this.#store = options.store ?? memoryStore()
    this.#outage = new StoreOutage('idempotency', options)
    this.#lifetime = lifetime
    this.#lockTimeout = lockTimeout
    this.#maxAnswer = maxAnswer
  }

  /** The state of a key that is taken; `undefined` when this request has it now. */
  begin(c: Ctx, id: string, mine: string, policy: 'open' | 'closed'): Promise<State | 'away' | undefined> {
    return this.#outage.ask<State | 'away' | undefined>(
      c,
      () => this.#take(id, mine),
      () => (policy === 'open' ? 'away' : storeIsAway()),
    )
  }

  /** Handles the request, and keeps its answer. The key is this request's as long as its process lives. */
  async keep(c: Ctx, id: string, mine: string, request: string): Promise<void> {
    const before = c.getRespHeaders()
    const renew = (): void => void this.#store.replace(id, mine, mine, this.#lockTimeout).catch(() => {})
    const timer = setInterval(renew, this.#lockTimeout / 3)
    try {
      await c.next()
      const answer = record(c, before)
      if (answer !== undefined && answer.status >= 500) await this.#free(c, id, mine)
      else await this.#finish(c, id, mine, request, answer)
    } catch (error) {
      await this.#free(c, id, mine)
      throw error
    } finally {
      clearInterval(timer)
    }
  }

  async #take(id: string, mine: string): Promise<State | undefined> {
    for (;;) {
      if (await this.#store.replace(id, undefined, mine, this.#lockTimeout)) return undefined
      const text = await this.#store.get(id)
      if (text !== undefined) return JSON.parse(text)
    }
  }

  /** The work is done, so an error of the store harms the repetition alone. */
  #finish(
    c: Ctx,
    id: string,
    mine: string,
    request: string,
    answer: RecordedAnswer | undefined,
  ): Promise<void> {
    const textOf = (kept: RecordedAnswer | null): string =>
      JSON.stringify({ of: request, answer: kept } satisfies State)
    const text = textOf(answer ?? null)
    const kept = text.length > this.#maxAnswer ? textOf(null) : text
    return this.#outage.tell(c, () => this.#store.replace(id, mine, kept, this.#lifetime))
  }

  #free(c: Ctx, id: string, mine: string): Promise<void> {
    return this.#outage.tell(c, () => this.#store.delete(id, mine))
  }
}
