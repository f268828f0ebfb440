/**
 * Closes what a request stored: values with `close()`, `[Symbol.dispose]` or `[Symbol.asyncDispose]`, each once, under
 * however many keys it is. Never throws.
 */
export function closeLocals(stored: ReadonlyMap<unknown, unknown>): void {
  // A set costs more than the usual one value takes.
  const values = stored.size === 1 ? stored.values() : new Set(stored.values())
  for (const value of values) if (mayClose(value)) closeQuietly(value)
}

function closeQuietly(value: object): void {
  try {
    const closing = closerOf(value)?.call(value)
    if (closing !== undefined) Promise.resolve(closing).catch(ignore)
  } catch {
    // The response has left: there is nobody to tell.
  }
}

function ignore(): void {}

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
