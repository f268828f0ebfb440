/**
 * The types of what handlers keep in `c.locals()`, by key. An app adds its own:
 * `declare module '@ctxgen/runtime' { interface Locals { user: User } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: apps add to it, and to a type they could not
export interface Locals {}

/** What is stored under a key, if anything is. */
export type Local<K> = K extends keyof Locals ? Locals[K] : unknown

/**
 * Closes what a request stored: values with `close()`, `[Symbol.dispose]` or `[Symbol.asyncDispose]`, each once, under
 * however many keys it is, and the last first: it may need an earlier one. Never throws.
 * @param report is told what fails: the response has left.
 */
export function closeLocals(stored: ReadonlyMap<unknown, unknown>, report: (error: unknown) => void): void {
  // A set costs more than the usual one value takes.
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
