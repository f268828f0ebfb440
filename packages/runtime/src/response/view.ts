/** A template engine. */
export interface Views {
  /**
   * @param data what the template may show. @param layouts templates to put around it, the innermost first.
   */
  render(
    name: string,
    data: Readonly<Record<string, unknown>>,
    layouts: readonly string[],
  ): string | Promise<string>
}

/** What a template sees: data beats what `viewBind` gave, and that beats the locals, of which only texts are keys. */
export function viewData(
  locals: ReadonlyMap<unknown, unknown> | undefined,
  bound: Readonly<Record<string, unknown>> | undefined,
  data: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const all: Record<string, unknown> = {}
  for (const [key, value] of locals ?? []) if (typeof key === 'string') define(all, key, value)
  for (const source of [bound, data]) {
    for (const [key, value] of Object.entries(source ?? {})) define(all, key, value)
  }
  return all
}

/** A key that is the name of something special is a key like any other. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  } else target[key] = value
}
