import { createHash } from 'node:crypto'
import { type Ctx, type Handler, HttpError } from '@ctxgen/runtime'
import { replay } from './answers/recorded-answer.ts'
import { checkList, checkOptions } from './chain/check-option.ts'
import type { KeyState } from './keys/key-state.ts'
import { KeyStates, OwnKey } from './keys/key-states.ts'
import { methodOf } from './metric/http-names.ts'
import type { OutageOptions } from './store/store-outage.ts'
import type { TextStore } from './store/text-store.ts'

export type { TextStore } from './store/text-store.ts'

/** The options of {@link idempotency}. */
export interface IdempotencyOptions extends OutageOptions {
  /** Whose keys these are, so that nobody gets the answer of another: `(c) => c.locals('user')?.id ?? ''`. */
  readonly scope: (c: Ctx) => string
  /** The methods that it is for, in upper or lower case. Default: POST and PATCH. */
  readonly methods?: readonly string[]
  /** A request without a key is 400. Default: false, it is handled as ever. */
  readonly required?: boolean
  /** Milliseconds for which an answer is kept. Default: 24 hours. */
  readonly lifetime?: number
  /** Milliseconds after which a request counts as lost whose process has died. Default: 30 000. */
  readonly lockTimeout?: number
  /** The size in characters of the longest answer that is kept. Default: 1 MiB. */
  readonly maxAnswer?: number
  /**
   * Default: the memory of this process, of the last 100 000 keys. Past 32 MiB of answers the oldest ones are forgotten, and
   * their requests are 409. A store that forgets keys, as `memoryStore` does past its limits, lets a request run again.
   */
  readonly store?: TextStore
  /**
   * Without its store: `closed` answers 503, `open` handles the request as if it had no key, `memory` keeps the keys that
   * this process has handled. Default: `closed`.
   */
  readonly onStoreError?: 'closed' | 'open' | 'memory'
}

const header = 'Idempotency-Key'

/**
 * Handles a request that a client repeats once (draft-ietf-httpapi-idempotency-key-header-07): the same `Idempotency-Key`
 * and request get the same answer, marked `Idempotency-Replayed`; with another request it is 422, while the first is
 * handled 409. An error, thrown or of 500 and more, frees the key. Put it behind the login.
 * @throws RangeError for an invalid time, TypeError without options or methods, or for an unknown method.
 * @reads POST,PATCH Idempotency-Key - A request that is repeated with its key is handled once.
 * @answer POST,PATCH 400 HttpError
 * @answer POST,PATCH 409 HttpError Retry-After
 * @answer POST,PATCH 422 HttpError
 * @answer POST,PATCH 503 HttpError Retry-After
 * @answer POST,PATCH * Idempotency-Replayed
 */
export function idempotency(options: IdempotencyOptions): Handler {
  checkOptions('idempotency', options, 'scope')
  const { scope, required = false } = options
  const methods = readMethods(options.methods ?? ['POST', 'PATCH'])
  const keys = new KeyStates(options)
  return async (c) => {
    const key = methods.has(c.method()) ? keyOf(c, required) : undefined
    if (key === undefined) return c.next()
    const id = digestOf('key', scope(c), key)
    const request = digestOf(c.method(), c.originalURL(), c.get('content-type'), await c.readBody())
    const found = await keys.begin(c, id, request)
    if (found === 'away') return c.next()
    return found instanceof OwnKey ? keys.keep(c, found) : answerAgain(c, found, request)
  }
}

function readMethods(methods: readonly string[]): ReadonlySet<string> {
  checkList('idempotency: methods', methods)
  if (methods.length === 0) throw new TypeError('idempotency: methods: none')
  return new Set(
    methods.map((name) => {
      const method = methodOf(String(name).toUpperCase(), '')
      if (method === '') throw new TypeError(`idempotency: methods: not a method: ${JSON.stringify(name)}`)
      return method
    }),
  )
}

function answerAgain(c: Ctx, { of, answer }: KeyState, request: string): void {
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

/** With lengths, so that two lists of parts never collide. */
function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  return hash.digest('base64url')
}
