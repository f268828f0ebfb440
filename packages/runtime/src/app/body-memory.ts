import { HttpError } from '../error/http-error.ts'

// By then, most uploads are complete.
const retryAfterSeconds = '5'

// The parts of the memory that one client may hold, and that are kept for small bodies.
const clientPart = 1 / 4
const smallPart = 1 / 8
const smallBytes = 64 * 1024

// A body that has received little in the last five seconds gives its place up, unless it has just begun.
const recentSeconds = 5
const youngMs = 1000
const longestSweepMs = 1000

/** The client that a body counts for. */
export interface BodyOwner {
  /** The address as limits count it; `undefined` when it may be that of a proxy. */
  readonly client: string | undefined
  /** Its HTTP/2 connection. */
  readonly session: object | undefined
}

/** A body that may have to give its place up. */
interface Refusable {
  refuse(error: HttpError): void
}

interface Share {
  used: number
}

interface Shares<K> {
  get(key: K): Share | undefined
  set(key: K, share: Share): unknown
}

function memoryFull(): HttpError {
  return new HttpError(503, undefined, { headers: { 'Retry-After': retryAfterSeconds } })
}

/** Limits the total bytes of all request bodies in memory, and shares them among clients. */
export class BodyMemory {
  readonly #limit: number
  readonly #idleMs: number
  readonly #small: Share = { used: 0 }
  readonly #rest: Share = { used: 0 }
  readonly #clients = new Map<string, Share>()
  readonly #sessions = new WeakMap<object, Share>()
  /** The first of the bodies that are being received. A linked list: most bodies are in it for a moment. */
  protected receiving: CountedBody | undefined = undefined
  #sweeps: NodeJS.Timeout | undefined = undefined

  /** @param idleMs a body that receives nothing for this time is refused. */
  constructor(limit: number, idleMs: number) {
    this.#limit = limit
    this.#idleMs = idleMs
  }

  get used(): number {
    return this.#small.used + this.#rest.used
  }

  /**
   * Begins to count a body.
   * @param length as announced; 0 when it is unknown.
   * @param body is refused in favour of another one.
   */
  hold(owner: BodyOwner, length: number, body: Refusable): CountedBody {
    const counted = new CountedBody(this, owner, length <= smallBytes ? this.#small : this.#rest, body)
    this.beginReceiving(counted)
    return counted
  }

  /** The server waits for bytes of a body, which then gives its place up. */
  beginReceiving(counted: CountedBody): void {
    const { receiving } = this
    counted.after = receiving
    if (receiving !== undefined) receiving.before = counted
    this.receiving = counted
    this.#sweeps ??= this.startSweeps()
  }

  /** @returns the refusal when there is no room. */
  add(counted: CountedBody, bytes: number): HttpError | undefined {
    const shares = this.sharesOf(counted)
    const most = this.#limit * clientPart
    if (shares?.some((share) => isPast(share, counted.size, bytes, most))) return memoryFull()
    const refusal =
      counted.part === this.#small ? this.addSmall(counted, bytes) : this.makeRoom(counted, bytes)
    if (refusal !== undefined) return refusal
    counted.size += bytes
    counted.part.used += bytes
    if (shares !== undefined) for (const share of shares) share.used += bytes
    return undefined
  }

  /** The body was received, or refused: it no longer gives its place up. */
  endReceiving(counted: CountedBody): void {
    const { before, after } = counted
    if (before !== undefined) before.after = after
    else if (this.receiving === counted) this.receiving = after
    if (after !== undefined) after.before = before
    counted.before = undefined
    counted.after = undefined
  }

  giveBack(counted: CountedBody): void {
    const { size, owner } = counted
    this.endReceiving(counted)
    counted.part.used -= size
    counted.size = 0
    if (owner.client === undefined) return
    for (const share of this.sharesOf(counted) ?? []) share.used -= size
    if (this.#clients.get(owner.client)?.used === 0) this.#clients.delete(owner.client)
  }

  /** A small body that has grown, or finds no room in the part kept for such bodies, moves to the rest. */
  protected addSmall(counted: CountedBody, bytes: number): HttpError | undefined {
    const fits = this.#small.used + bytes <= this.#limit * smallPart
    if (fits && counted.size + bytes <= smallBytes) return undefined
    const refusal = this.makeRoom(counted, counted.size + bytes)
    if (refusal !== undefined) return refusal
    counted.part.used -= counted.size
    counted.part = this.#rest
    counted.part.used += counted.size
    return undefined
  }

  /** Makes room in the rest. */
  protected makeRoom(counted: CountedBody, bytes: number): HttpError | undefined {
    const most = this.#limit * (1 - smallPart)
    const own = counted.part === this.#rest ? counted.size : 0
    while (isPast(this.#rest, own, bytes, most)) {
      const slowest = this.slowest()
      if (slowest === undefined) return memoryFull()
      if (slowest === counted) return new HttpError(408)
      slowest.body.refuse(new HttpError(408))
      slowest.release()
    }
    return undefined
  }

  /** The body in the rest that has received the fewest bytes lately; `undefined` when all are young. */
  protected slowest(): CountedBody | undefined {
    const now = performance.now()
    let slowest: CountedBody | undefined
    let fewest = Number.POSITIVE_INFINITY
    for (let counted = this.receiving; counted !== undefined; counted = counted.after) {
      if (counted.part !== this.#rest || counted.size === 0 || now - counted.begun < youngMs) continue
      const recent = counted.recent(now)
      // The list begins with the youngest.
      if (recent > fewest) continue
      fewest = recent
      slowest = counted
    }
    return slowest
  }

  protected sharesOf({ owner: { client, session } }: CountedBody): Share[] | undefined {
    if (client === undefined) return undefined
    const shares = [shareOf(this.#clients, client)]
    if (session !== undefined) shares.push(shareOf(this.#sessions, session))
    return shares
  }

  /** One timer for all bodies, since most are there at once. */
  protected startSweeps(): NodeJS.Timeout {
    const sweeps = setInterval(
      () => {
        const now = performance.now()
        for (let counted = this.receiving; counted !== undefined; ) {
          const { after } = counted
          if (now - counted.lastReceived >= this.#idleMs) counted.body.refuse(new HttpError(408))
          counted = after
        }
        if (this.receiving !== undefined) return
        clearInterval(sweeps)
        this.#sweeps = undefined
      },
      Math.min(longestSweepMs, Math.max(this.#idleMs / 4, 1)),
    )
    // A number in Workers.
    sweeps.unref?.()
    return sweeps
  }
}

function shareOf<K>(shares: Shares<K>, key: K): Share {
  const known = shares.get(key)
  if (known !== undefined) return known
  const share = { used: 0 }
  shares.set(key, share)
  return share
}

/**
 * Whether more bytes exceed a limit. The only body always fits, because a retry would not help it.
 * @param own those of the body itself.
 */
function isPast({ used }: Share, own: number, bytes: number, most: number): boolean {
  return used > own && used + bytes > most
}

/** The bytes of one request's body in a {@link BodyMemory}, as sent and decoded. */
export class CountedBody {
  readonly owner: BodyOwner
  readonly begun: number = performance.now()
  readonly body: Refusable
  /** Its neighbours among the bodies that are being received. */
  before: CountedBody | undefined = undefined
  after: CountedBody | undefined = undefined
  lastReceived: number = this.begun
  size = 0
  /** The part of the memory that it counts in. */
  part: Share
  /** Why the body found no room. */
  refusal: HttpError | undefined = undefined
  #memory: BodyMemory | undefined
  /** The bytes of the last second with any, and of those before. */
  #second = 0
  #inSecond = 0
  #earlier: { readonly second: number; readonly bytes: number }[] | undefined = undefined

  constructor(memory: BodyMemory, owner: BodyOwner, part: Share, body: Refusable) {
    this.#memory = memory
    this.owner = owner
    this.part = part
    this.body = body
  }

  /** Adds received bytes. @returns whether there is room */
  receive(bytes: number): boolean {
    const now = performance.now()
    const second = Math.floor(now / 1000)
    this.lastReceived = now
    if (second !== this.#second) {
      if (this.#inSecond > 0) this.#earlier = [...(this.#earlier ?? []), this.last()].slice(-recentSeconds)
      this.#second = second
      this.#inSecond = 0
    }
    this.#inSecond += bytes
    return this.take(bytes)
  }

  /** Adds bytes. @returns whether there is room; after `release()` nothing is counted. */
  take(bytes: number): boolean {
    this.refusal ??= this.#memory?.add(this, bytes)
    if (this.refusal !== undefined) this.release()
    return this.refusal === undefined
  }

  /** The bytes received in the last seconds. */
  recent(now: number): number {
    const first = Math.floor(now / 1000) - recentSeconds
    const seconds = [...(this.#earlier ?? []), this.last()]
    return seconds.reduce((sum, { second, bytes }) => (second > first ? sum + bytes : sum), 0)
  }

  protected last(): { readonly second: number; readonly bytes: number } {
    return { second: this.#second, bytes: this.#inSecond }
  }

  /** The server waits for the next piece of a body that it does not hold. */
  beginWaiting(): void {
    this.lastReceived = performance.now()
    this.#memory?.endReceiving(this)
    this.#memory?.beginReceiving(this)
  }

  /** The whole body was received. */
  endReceiving(): void {
    this.#memory?.endReceiving(this)
  }

  /** Ends the accounting. May be called repeatedly. */
  release(): void {
    this.#memory?.giveBack(this)
    this.#memory = undefined
  }
}
