/**
 * Closes what a request stored: values with `close()`, `[Symbol.dispose]` or `[Symbol.asyncDispose]`, each once, under
 * however many keys it is. Never throws.
 */
export function closeLocals(stored: ReadonlyMap<unknown, unknown>): void {
  for (const value of new Set(stored.values())) void closeQuietly(value)
}

async function closeQuietly(value: unknown): Promise<void> {
  try {
    await closerOf(value)?.call(value)
  } catch {
    // The response has left: there is nobody to tell.
  }
}

function closerOf(value: unknown): ((this: unknown) => unknown) | undefined {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined
  for (const name of ['close', Symbol.dispose, Symbol.asyncDispose]) {
    const close: unknown = name === undefined ? undefined : Reflect.get(value, name)
    if (isMethod(close)) return close
  }
  return undefined
}

function isMethod(value: unknown): value is (this: unknown) => unknown {
  return typeof value === 'function'
}
