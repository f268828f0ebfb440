/** A template engine. */
export interface Views {
  /** @param data the values for the template. @param layouts the surrounding templates, innermost first. */
  render(
    name: string,
    data: Readonly<Record<string, unknown>>,
    layouts: readonly string[],
  ): string | Promise<string>
}

/** The values of a template: `data` overrides those of `viewBind`, which override the locals with text keys. */
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

/** Treats `__proto__` as an ordinary key. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  } else target[key] = value
}
