import { isPending } from './handler.ts'

/** What can be sent: anything but a promise. */
export type Unpromised<T> = T extends PromiseLike<unknown> ? 'a promise cannot be sent: await it first' : T

/** @throws TypeError for a promise, which would be sent as `{}`. */
export function checkAwaited(method: string, value: unknown): void {
  if (!isPending(value)) return
  // Who handed it over does not look at it any more.
  if (value instanceof Promise) value.catch(ignore)
  throw new TypeError(`${method}() was given a promise: await it first`)
}

function ignore(): void {}
