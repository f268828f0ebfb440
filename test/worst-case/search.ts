import { type Candidate, isBody, sentOf } from './candidate.ts'
import { Server } from './measure.ts'
import { type NotationName, notations } from './notations.ts'
import { goal } from './run-table.ts'

/** The cost of one request of a candidate. */
export interface Scored {
  readonly candidate: Candidate
  readonly milliseconds: number
  /** Its cost relative to the goal: 1 has reached it. */
  readonly score: number
}

type Place = Omit<Candidate, 'unit'>

const listMembers = [
  'u',
  'items',
  'texts',
  'bytes',
  'bigs',
  'numbers',
  'dates',
  'pairs',
  'shapes',
  'mixed',
  'ids',
  'maps',
]

const places: readonly Place[] = [
  ...listMembers.map((member) => place('json', 'worst-case/Decoded', `{"${member}":[`, ']}')),
  ...['u', 'items', 'grid'].map((member) => place('json', 'worst-case/Plain', `{"${member}":[`, ']}')),
  ...['u', 'map', 'maps', 'tree'].map((member) =>
    place('jsonMembers', 'worst-case/Decoded', `{"${member}":{`, '}}'),
  ),
  place('json', 'worst-case/Zeros', '{"items":[', ']}'),
  place('json', 'json-recursive/Comment', '{"text":"","replies":[', ']}'),
  ...listMembers.map((member) => place('cbor', 'worst-case/Decoded', `a1${textHead(0x60, member)}9f`, 'ff')),
  place('cbor', 'worst-case/Zeros', `a1${textHead(0x60, 'items')}9f`, 'ff'),
  ...listMembers.map((member) =>
    place('msgpack', 'worst-case/Decoded', `81${textHead(0xa0, member)}ddN`, ''),
  ),
  place('msgpack', 'worst-case/Zeros', `81${textHead(0xa0, 'items')}ddN`, ''),
  place('xml', 'worst-case/Texts', '<r>', '</r>'),
  place('xml', 'worst-case/Texts', '<r><map>', '</map></r>'),
  place('form', 'worst-case/Texts', '', ''),
  place('query', 'query-nested/Filter', '', ''),
  place('query', 'query-arrays/Lists', '', ''),
  place('query', 'query-arrays/Lists', 'comma=', ''),
  place('query', 'json-in-text/Search', 'filter=', ''),
  place('header', 'header/Headers', '', ''),
  place('cookie', 'cookie/Visitor', 'session=a; ', ''),
  place('cookie', 'cookie/Visitor', 'seen=', ''),
]

function place(notation: NotationName, dto: string, head: string, tail: string): Place {
  return { notation, dto, head, tail }
}

function textHead(base: number, text: string): string {
  return (base + text.length).toString(16) + Buffer.from(text).toString('hex')
}

/** Large enough for the units to outweigh the request in memory. */
const bodySize = 256 * 1024
/** The limits of the largest body, scaled to this size, so that refused units do not count as the worst. */
const settings = { maxObjects: 500_000 / 16, maxRareKeys: 50_000 / 16 }
/** A small young generation, whose size would otherwise hide the memory of the units. */
const flags = ['--expose-gc', '--max-semi-space-size=1']
/** The number of each notation's units that are changed further. */
const kept = 12
/** A server is replaced after this many requests, as a used heap blurs the measurement. */
const requestsOfServer = 200

/** A search that changes units at random, and continues with the costliest per byte. */
export class Search {
  tries = 0
  refused = 0
  readonly deaths: Candidate[] = []
  readonly #modulePath: string
  readonly #random: () => number
  readonly #best = new Map<NotationName, Scored[]>()
  readonly #queue: Candidate[]
  #server: Server | undefined
  #served = 0

  constructor(modulePath: string, seed: number, found: readonly Candidate[]) {
    this.#modulePath = modulePath
    this.#random = randomOf(seed)
    const seeds = places.flatMap((where) =>
      notations[where.notation].seeds.map((unit) => ({ ...where, unit })),
    )
    this.#queue = [...found, ...this.#shuffled(seeds)]
  }

  /** The worst of each notation after this many milliseconds. */
  async run(milliseconds: number): Promise<readonly Scored[]> {
    const end = performance.now() + milliseconds
    // Half of the time is for changes, however many seeds there are.
    const endOfSeeds = end - milliseconds / 2
    while (performance.now() < end) {
      const seed = performance.now() < endOfSeeds ? this.#queue.shift() : undefined
      await this.#try(seed ?? this.#next())
    }
    await this.#server?.stop()
    return [...this.#best.values()].flatMap((list) => list.slice(0, 4)).sort((a, b) => b.score - a.score)
  }

  /** The next try: a random unit, or a change of a costly one. */
  #next(): Candidate {
    const where = this.#pick(places)
    const held = this.#best.get(where.notation) ?? []
    if (held.length === 0 || this.#random() < 0.1) return { ...where, unit: this.#value(where.notation, 3) }
    const { candidate } = this.#pick(held)
    const moved = this.#random() < 0.2 ? { ...where, unit: candidate.unit } : candidate
    return { ...moved, unit: this.#changed(candidate) }
  }

  #changed({ notation, unit }: Candidate): string {
    const { wraps, joined, leaves } = notations[notation]
    const units = (this.#best.get(notation) ?? []).map(({ candidate }) => candidate.unit)
    switch (Math.floor(this.#random() * 6)) {
      case 0:
        return this.#pick(wraps).replaceAll('@', unit)
      case 1:
        return joined(unit, this.#pick(this.#random() < 0.5 ? units : leaves))
      case 2:
        return this.#value(notation, 2)
      case 3: {
        // Drops a part, or replaces it by another.
        const parts = leaves.filter((leaf) => unit.includes(leaf))
        if (parts.length === 0) return joined(unit, unit)
        return unit.replace(this.#pick(parts), () => this.#value(notation, 1))
      }
      case 4: {
        const at = Math.floor(this.#random() * unit.length)
        return unit.slice(0, at) + unit.slice(at + 2) || unit
      }
      default:
        return this.#pick(wraps).replaceAll('@', this.#pick(leaves))
    }
  }

  #value(notation: NotationName, depth: number): string {
    const { wraps, leaves } = notations[notation]
    if (depth === 0 || this.#random() < 0.4) return this.#pick(leaves)
    return this.#pick(wraps).replace(/@/g, () => this.#value(notation, depth - 1))
  }

  async #try(candidate: Candidate): Promise<void> {
    const { unit, notation } = candidate
    // Half a byte is invalid.
    const isHex = notation === 'cbor' || notation === 'msgpack'
    if (unit === '' || unit.length > 200 || (isHex && unit.length % 2 === 1)) return
    const held = this.#best.get(candidate.notation) ?? []
    if (held.some((one) => isSame(one.candidate, candidate))) return
    const scored = await this.#measured(candidate)
    if (scored === undefined) return
    const better = [...held, scored].sort((a, b) => b.score - a.score).slice(0, kept)
    this.#best.set(candidate.notation, better)
  }

  async #measured(candidate: Candidate): Promise<Scored | undefined> {
    const server = await this.#anyServer()
    const sent = sentOf(candidate, bodySize)
    await server.send({ path: '/gc', headers: {}, body: new Uint8Array() })
    server.resetPeak()
    const before = server.peakBytes() ?? 0
    const worked = server.workedMilliseconds() ?? performance.now()
    const status = await server.send(sent)
    const milliseconds = (server.workedMilliseconds() ?? performance.now()) - worked
    const bytes = isBody(candidate) ? sent.body.length : 14_000
    const peakPerByte = Math.max(0, (server.peakBytes() ?? 0) - before) / bytes
    this.tries++
    if (status >= 400) this.refused++
    if (status === 0 || status >= 500) {
      // The worst possible score.
      this.deaths.push(candidate)
      await this.#replaceServer()
      return { candidate, milliseconds, score: 100 }
    }
    const allowed = isBody(candidate) ? (goal.milliseconds * bytes) / (4 * 1024 * 1024) : 50
    const score = isBody(candidate)
      ? Math.max(milliseconds / allowed, peakPerByte / goal.peakPerByte)
      : milliseconds / allowed
    return { candidate, milliseconds, score }
  }

  async #anyServer(): Promise<Server> {
    if (this.#server === undefined || this.#served++ > requestsOfServer) return this.#replaceServer()
    return this.#server
  }

  async #replaceServer(): Promise<Server> {
    await this.#server?.stop()
    const server = await Server.start(this.#modulePath, flags, settings)
    this.#server = server
    this.#served = 0
    // So that compilation is not measured.
    for (const where of places) {
      const [unit = ''] = notations[where.notation].seeds
      await server.send(sentOf({ ...where, unit }, 4096))
    }
    return server
  }

  #pick<T>(list: readonly T[]): T {
    const one = list[Math.floor(this.#random() * list.length)]
    if (one === undefined) throw new RangeError('nothing to pick from')
    return one
  }

  #shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((value) => ({ value, at: this.#random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => value)
  }
}

function isSame(a: Candidate, b: Candidate): boolean {
  return a.unit === b.unit && a.head === b.head && a.dto === b.dto
}

/** Mulberry32: seeded random numbers from 0 to 1. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
