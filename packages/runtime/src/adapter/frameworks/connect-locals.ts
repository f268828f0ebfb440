import type { IncomingMessage } from 'node:http'
import type { CtxState } from '../../ctx/ctx-state.ts'

/** Makes members of the request values of `c.locals()`: middleware may replace them at any time. */
export function linkMembers(this: CtxState<unknown>, req: IncomingMessage, members: readonly string[]): void {
  if (members.length === 0) return
  const known = this.stored
  const linked = known instanceof ConnectLocals ? known : new ConnectLocals(req)
  if (linked !== known) for (const [key, value] of known ?? []) linked.set(key, value)
  for (const name of members) linked.link(name)
  this.stored = linked
}

/** The values of `c.locals()`, some of which are members of a request. */
class ConnectLocals extends Map<unknown, unknown> {
  readonly #req: IncomingMessage
  readonly #members = new Set<string>()

  constructor(req: IncomingMessage) {
    super()
    this.#req = req
  }

  link(name: string): void {
    this.#members.add(name)
    super.set(name, undefined)
  }

  override get(key: unknown): unknown {
    return this.#isMember(key) ? Reflect.get(this.#req, key) : super.get(key)
  }

  /** Changes the member as well, so that middleware reads the same value. */
  override set(key: unknown, value: unknown): this {
    if (this.#isMember(key)) Reflect.set(this.#req, key, value)
    return super.set(key, value)
  }

  override *entries(): MapIterator<[unknown, unknown]> {
    for (const key of this.keys()) yield [key, this.get(key)]
  }

  override *values(): MapIterator<unknown> {
    for (const key of this.keys()) yield this.get(key)
  }

  override [Symbol.iterator](): MapIterator<[unknown, unknown]> {
    return this.entries()
  }

  #isMember(key: unknown): key is string {
    return typeof key === 'string' && this.#members.has(key)
  }
}
