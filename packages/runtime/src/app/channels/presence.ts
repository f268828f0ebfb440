import type { BrokerSubscription, ChannelBroker } from './broker.ts'
import { type PresenceNote, readNote } from './presence-note.ts'

interface PresenceHost {
  readonly topic: string
  readonly broker: ChannelBroker
  /** Milliseconds after which a silent process is gone. */
  readonly timeout: number
  /** Someone has come or gone. */
  readonly changed: () => void
  readonly report: (error: unknown) => void
}

interface OtherProcess {
  change: number
  members: Set<string>
  heard: number
}

/** Milliseconds in which other processes answer who is there. */
const answerMs = 250
/** Changes within as many milliseconds become one note. */
const gatherMs = 20

/** Who is in a topic. Each process tells the others its own members: at changes, when asked, and at a beat. */
export class Presence {
  readonly #host: PresenceHost
  readonly #process: string = crypto.randomUUID()
  /** With the number of subscriptions of each. */
  readonly #own = new Map<string, number>()
  /** As the others know them. */
  #told = new Set<string>()
  readonly #others = new Map<string, OtherProcess>()
  #change = 0
  #opening: Promise<void> | undefined
  #subscription: BrokerSubscription | undefined
  #beat: ReturnType<typeof setInterval> | undefined
  #telling: ReturnType<typeof setTimeout> | undefined
  #owesAll = false
  #isOut = false

  constructor(host: PresenceHost) {
    this.#host = host
  }

  /** Resolves when the others have had time to say who is there. */
  open(): Promise<void> {
    this.#opening ??= this.#begin()
    return this.#opening
  }

  join(member: string): void {
    const count = this.#own.get(member) ?? 0
    this.#own.set(member, count + 1)
    if (count === 0) this.#hasChanged()
  }

  leave(member: string): void {
    const count = this.#own.get(member) ?? 0
    if (count > 1) this.#own.set(member, count - 1)
    else if (this.#own.delete(member)) this.#hasChanged()
  }

  /** Sorted. */
  members(): readonly string[] {
    const all = new Set(this.#own.keys())
    for (const { members } of this.#others.values()) for (const member of members) all.add(member)
    return [...all].sort()
  }

  close(): void {
    clearInterval(this.#beat)
    clearTimeout(this.#telling)
    if (this.#told.size > 0) this.#send({ change: ++this.#change, all: [] })
    this.#opening?.then(
      () => this.#subscription?.close(),
      () => {},
    )
  }

  async #begin(): Promise<void> {
    const { broker, topic, timeout } = this.#host
    this.#subscription = await broker.subscribe(topic, 0, {
      message: ({ text }) => this.#hear(readNote(text)),
      interrupted: () => {
        this.#owesAll = true
        this.#send({ change: this.#change, asks: true })
        this.#tellSoon()
      },
    })
    this.#beat = setInterval(() => this.#onBeat(), timeout / 3)
    this.#beat.unref?.()
    this.#send({ change: this.#change, asks: true })
    await new Promise((resolve) => setTimeout(resolve, answerMs))
  }

  #hasChanged(): void {
    this.#host.changed()
    this.#tellSoon()
  }

  #tellSoon(): void {
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined
      this.#tell()
    }, gatherMs)
  }

  #tell(): void {
    const joined = [...this.#own.keys()].filter((one) => !this.#told.has(one))
    const left = [...this.#told].filter((one) => !this.#own.has(one))
    const hasChanged = joined.length + left.length > 0
    if (!hasChanged && !this.#owesAll) return
    if (hasChanged) this.#change++
    this.#told = new Set(this.#own.keys())
    this.#send({ change: this.#change, ...(this.#owesAll ? { all: [...this.#told] } : { joined, left }) })
    this.#owesAll = false
  }

  #onBeat(): void {
    const { timeout, changed } = this.#host
    const last = performance.now() - timeout
    let hasChanged = false
    for (const [process, { heard, members }] of this.#others) {
      if (heard >= last) continue
      this.#others.delete(process)
      hasChanged ||= members.size > 0
    }
    if (hasChanged) changed()
    if (this.#owesAll) this.#tell()
    else if (this.#told.size > 0) this.#send({ change: this.#change })
  }

  #hear(note: PresenceNote | undefined): void {
    if (note === undefined || note.from === this.#process) return
    const { from, change, all, joined, left = [], asks } = note
    if (asks === true) {
      if (this.#own.size === 0) return
      this.#owesAll = true
      this.#tellSoon()
      return
    }
    const known = this.#others.get(from)
    if (all !== undefined) this.#others.set(from, { change, members: new Set(all), heard: performance.now() })
    else if (known !== undefined && change === known.change) known.heard = performance.now()
    else if (joined !== undefined && change === (known?.change ?? 0) + 1) {
      const members = known?.members ?? new Set()
      for (const one of joined) members.add(one)
      for (const one of left) members.delete(one)
      this.#others.set(from, { change, members, heard: performance.now() })
    } else this.#send({ change: this.#change, asks: true })
    if (all !== undefined || joined !== undefined) this.#host.changed()
  }

  #send(note: Omit<PresenceNote, 'from'>): void {
    const { broker, topic, report } = this.#host
    broker.publish(topic, JSON.stringify({ from: this.#process, ...note }), 0).then(
      () => {
        this.#isOut = false
      },
      (error: unknown) => {
        if (!this.#isOut) report(error)
        this.#isOut = true
        this.#owesAll = true
      },
    )
  }
}
