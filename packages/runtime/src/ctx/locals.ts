/**
 * The types of the values in `c.locals()`, by key. An app adds its own:
 * `declare module '@ctxgen/runtime' { interface Locals { user: User } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: apps augment it, and a type alias cannot be augmented
export interface Locals {}

/** The type of the value stored under a key. */
export type Local<K> = K extends keyof Locals ? Locals[K] : unknown

/**
 * Closes the stored values that have `close()`, `[Symbol.dispose]` or `[Symbol.asyncDispose]`: each value once, in
 * reverse order, as a later one may need an earlier one. Never throws.
 * @param report receives the errors, which are too late for a response.
 */
export function closeLocals(stored: ReadonlyMap<unknown, unknown>, report: (error: unknown) => void): void {
  // Most requests store one value, which needs no set.
  const values = stored.size === 1 ? stored.values() : [...new Set(stored.values())].reverse()
  for (const value of values) if (mayClose(value)) close(value, report)
}

function close(value: object, report: (error: unknown) => void): void {
  try {
    const closing = closerOf(value)?.call(value)
    if (closing !== undefined) Promise.resolve(closing).catch(report)
  } catch (error) {
    report(error)
  }
}

function mayClose(value: unknown): value is object {
  return typeof value === 'function' || (typeof value === 'object' && value !== null)
}

function closerOf(value: object): ((this: unknown) => unknown) | undefined {
  for (const name of ['close', Symbol.dispose, Symbol.asyncDispose]) {
    const close: unknown = name === undefined ? undefined : Reflect.get(value, name)
    if (isMethod(close)) return close
  }
  return undefined
}

function isMethod(value: unknown): value is (this: unknown) => unknown {
  return typeof value === 'function'
}
