import type { BindInput } from './bind-input.ts'
import { watched } from './watched-promise.ts'

/** What a generated binder returns of a DTO with asynchronous rules; `name` is the binder's. */
export function bindLater<R>(c: BindInput, name: string, bind: () => Promise<R>): Promise<R> {
  return awaitable(c, bind(), `${name}(c)`)
}

/** A promise that a request's handlers have to await. A request of another framework tells the console when nobody did. */
export function awaitable<R>(c: BindInput, work: Promise<R>, call: string): Promise<R> {
  if (c.watch !== undefined) return c.watch(work, call)
  return watched(work, (error) => console.error(`${call} failed, and nobody awaited it:`, error))
}
