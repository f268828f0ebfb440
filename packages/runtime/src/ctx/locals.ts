/** Closes what a request stored: values with `close()`, `[Symbol.dispose]` or `[Symbol.asyncDispose]`. Never throws. */
export function closeLocals(stored: ReadonlyMap<unknown, unknown>): void {
  for (const value of stored.values()) if (typeof value === 'object' && value !== null) closeQuietly(value)
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
