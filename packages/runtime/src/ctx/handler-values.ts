/** Whether a handler returned a promise. */
export function isPending(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

/** Any value but a promise. */
export type Unpromised<T> = T extends PromiseLike<unknown> ? 'a promise cannot be sent: await it first' : T

/** @throws TypeError for a promise, which would be encoded as `{}`. */
export function checkAwaited(method: string, value: unknown): void {
  if (!isPending(value)) return
  // The caller no longer holds the promise, so its rejection must not end the process.
  if (value instanceof Promise) value.catch(ignore)
  throw new TypeError(`${method}() was given a promise: await it first`)
}

export function ignore(): void {}

/** The error for a method that was called too late to have an effect. */
export function lateError(call: string): Error {
  return new Error(
    `${call}() was called after the response had left, and does nothing: await or return what it waits for`,
  )
}

/** Whether a returned value was meant as the answer. Setters return the `Ctx` itself, which is not one. */
export function isAnswer(value: unknown, c: object): boolean {
  return value !== undefined && value !== null && value !== false && value !== c
}

/** The error for a value that was returned but not sent; it names the call to write instead. */
export function unsentError(value: unknown): Error {
  const [what, call] = wordsFor(value)
  return new Error(`a handler returned ${what} and nothing was sent: write ${call}`)
}

function wordsFor(value: unknown): readonly [what: string, call: string] {
  if (typeof value === 'string') return ['a text', 'c.sendString(text)']
  if (value instanceof Uint8Array) return ['bytes', 'c.send(bytes)']
  if (Array.isArray(value)) return ['a list', 'c.json(list)']
  return [typeof value === 'object' ? 'an object' : `a ${typeof value}`, 'c.json(value)']
}
