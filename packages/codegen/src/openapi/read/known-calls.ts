import type { ts } from 'ts-morph'
import { type Draft, keyOfDrafts } from '../model/draft.ts'
import type { Flow, ThrownError } from './flow.ts'
import type { Facts } from './machine.ts'
import { type FunctionValue, Scope, type Value } from './value.ts'
import { valueKey } from './value-key.ts'

/** The state that a call reads and changes besides its arguments. */
interface CallSite {
  readonly flow: Flow
  readonly facts: Facts | undefined
}

interface KnownCall {
  readonly value: Value
  readonly thrown: readonly ThrownError[]
  readonly live: readonly Draft[]
}

/** Calls with the same arguments in the same state, which need not be read again. */
export class KnownCalls {
  /** Calls that note and answer nothing, which are the same everywhere. */
  readonly #silent = new Map<ts.Node, Map<string, KnownCall>>()
  readonly #bySite = new WeakMap<CallSite, Map<string, KnownCall>>()
  /** Grows with assignments that any function may see: to variables of modules and to members of objects. */
  #shared = 0
  /** The number of the oldest scope with an assignment. */
  #oldest = Number.POSITIVE_INFINITY

  /** Equal as long as no such variable or member gets another value. */
  get state(): number {
    return this.#shared
  }

  noteWrite(of: Scope | undefined): void {
    if (of?.parent === undefined) this.#shared++
    this.#oldest = Math.min(this.#oldest, of?.number ?? 0)
  }

  /** @param read evaluates the call */
  recall(of: FunctionValue, args: readonly Value[], site: CallSite, read: () => Value): Value {
    const { flow, facts } = site
    if (facts === undefined) return read()
    const silent = this.#silent.get(of.node) ?? new Map<string, KnownCall>()
    this.#silent.set(of.node, silent)
    const bySite = this.#bySite.get(site) ?? new Map<string, KnownCall>()
    this.#bySite.set(site, bySite)
    const key = [of, ...args, `${this.#shared}`]
      .map((one) => (typeof one === 'string' ? one : valueKey(one)))
      .join('\n')
    const everywhere = silent.get(key)
    if (everywhere !== undefined) return replay(everywhere, flow.live, flow)
    const before = flow.live
    const siteKey = `${key}\n${keyOfDrafts(before)}`
    const here = bySite.get(siteKey)
    if (here !== undefined) return replay(here, here.live, flow)
    const { call, isPure, hasNotes } = this.#observe(site, facts, read)
    if (!isPure) return call.value
    bySite.set(siteKey, call)
    if (!hasNotes && call.live.every((one) => before.includes(one))) silent.set(key, call)
    return call.value
  }

  #observe(
    { flow }: CallSite,
    facts: Facts,
    read: () => Value,
  ): { readonly call: KnownCall; readonly isPure: boolean; readonly hasNotes: boolean } {
    const [oldest, newest, notes] = [this.#oldest, Scope.latest, facts.notes]
    this.#oldest = Number.POSITIVE_INFINITY
    let value: Value | undefined
    const thrown = flow.catching(() => {
      value = read()
    })
    flow.rethrow(thrown)
    const isPure = this.#oldest > newest
    this.#oldest = Math.min(oldest, this.#oldest)
    const call = { value: value ?? { kind: 'unknown' as const }, thrown, live: flow.live }
    return { call, isPure, hasNotes: facts.notes > notes }
  }
}

/** @param drafts the paths after the call, if it returns */
function replay({ value, thrown, live }: KnownCall, drafts: readonly Draft[], flow: Flow): Value {
  if (drafts === live) flow.rethrow(thrown)
  else for (const one of thrown) flow.mayThrow(one.value, one.node)
  flow.live = live.length === 0 ? [] : drafts
  return value
}
