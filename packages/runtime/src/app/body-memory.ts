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
  readonly #receiving = new Set<HeldBytes>()
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
   * @param refuse ends the body in favour of another one.
   */
  hold(owner: BodyOwner, length: number, refuse: (error: HttpError) => void): HeldBytes {
    const held = new HeldBytes(this, owner, length <= smallBytes ? this.#small : this.#rest, refuse)
    this.#receiving.add(held)
    this.#sweeps ??= this.#startSweeps()
    return held
  }

  /** @returns the refusal when there is no room. */
  add(held: HeldBytes, bytes: number): HttpError | undefined {
    const shares = this.#sharesOf(held)
    const most = this.#limit * clientPart
    if (shares.some((share) => isPast(share, held.size, bytes, most))) return memoryFull()
    const refusal = held.part === this.#small ? this.#addSmall(held, bytes) : this.#makeRoom(held, bytes)
    if (refusal !== undefined) return refusal
    held.size += bytes
    held.part.used += bytes
    for (const share of shares) share.used += bytes
    return undefined
  }

  /** The body was received, or refused: it no longer gives its place up. */
  endReceiving(held: HeldBytes): void {
    this.#receiving.delete(held)
  }

  giveBack(held: HeldBytes): void {
    const { size, owner } = held
    this.#receiving.delete(held)
    held.part.used -= size
    for (const share of this.#sharesOf(held)) share.used -= size
    if (owner.client !== undefined && this.#clients.get(owner.client)?.used === 0)
      this.#clients.delete(owner.client)
    held.size = 0
  }

  /** A small body that has grown, or finds no room in the part kept for such bodies, moves to the rest. */
  #addSmall(held: HeldBytes, bytes: number): HttpError | undefined {
    const fits = this.#small.used + bytes <= this.#limit * smallPart
    if (fits && held.size + bytes <= smallBytes) return undefined
    const refusal = this.#makeRoom(held, held.size + bytes)
    if (refusal !== undefined) return refusal
    held.part.used -= held.size
    held.part = this.#rest
    held.part.used += held.size
    return undefined
  }

  /** Makes room in the rest. */
  #makeRoom(held: HeldBytes, bytes: number): HttpError | undefined {
    const most = this.#limit * (1 - smallPart)
    const own = held.part === this.#rest ? held.size : 0
    while (isPast(this.#rest, own, bytes, most)) {
      const slowest = this.#slowest()
      if (slowest === undefined) return memoryFull()
      if (slowest === held) return new HttpError(408)
      slowest.refuse(new HttpError(408))
      slowest.release()
    }
    return undefined
  }

  /** The body in the rest that has received the fewest bytes lately; `undefined` when all are young. */
  #slowest(): HeldBytes | undefined {
    const now = performance.now()
    let slowest: HeldBytes | undefined
    let fewest = Number.POSITIVE_INFINITY
    for (const held of this.#receiving) {
      if (held.part !== this.#rest || held.size === 0 || now - held.begun < youngMs) continue
      const recent = held.recent(now)
      if (recent >= fewest) continue
      fewest = recent
      slowest = held
    }
    return slowest
  }

  #sharesOf({ owner: { client, session } }: HeldBytes): Share[] {
    if (client === undefined) return []
    const shares = [shareOf(this.#clients, client)]
    if (session !== undefined) shares.push(shareOf(this.#sessions, session))
    return shares
  }

  /** One timer for all bodies, since most are there at once. */
  #startSweeps(): NodeJS.Timeout {
    const sweeps = setInterval(
      () => {
        const now = performance.now()
        for (const held of this.#receiving)
          if (now - held.lastReceived >= this.#idleMs) held.refuse(new HttpError(408))
        if (this.#receiving.size > 0) return
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
export class HeldBytes {
  readonly owner: BodyOwner
  readonly begun: number = performance.now()
  /** Ends the body in favour of another one. */
  readonly refuse: (error: HttpError) => void
  lastReceived: number = this.begun
  size = 0
  /** The part of the memory that it counts in. */
  part: Share
  /** Why the body found no room. */
  refusal: HttpError | undefined = undefined
  #memory: BodyMemory | undefined
  /** The bytes received lately, by second. */
  readonly #recent: { readonly second: number; bytes: number }[] = []

  constructor(memory: BodyMemory, owner: BodyOwner, part: Share, refuse: (error: HttpError) => void) {
    this.#memory = memory
    this.owner = owner
    this.part = part
    this.refuse = refuse
  }

  /** Adds received bytes. @returns whether there is room */
  receive(bytes: number): boolean {
    const now = performance.now()
    const second = Math.floor(now / 1000)
    const last = this.#recent.at(-1)
    this.lastReceived = now
    if (last?.second === second) last.bytes += bytes
    else {
      this.#recent.push({ second, bytes })
      if (this.#recent.length > recentSeconds) this.#recent.shift()
    }
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
    return this.#recent.reduce((sum, { second, bytes }) => (second > first ? sum + bytes : sum), 0)
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
