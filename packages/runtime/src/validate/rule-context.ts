/** The request, as visible to an asynchronous rule. */
export interface RuleContext {
  /** Aborts when the client disconnects; `undefined` without a request, or when the adapter cannot detect it. */
  readonly signal: AbortSignal | undefined
  /** A local of the request, as in `c.value(key)`; `undefined` when absent. */
  value(key: string | symbol): unknown
}

/**
 * An asynchronous rule. It may omit unused parameters.
 *
 * @param param the rule's parameter as text; `undefined` when it has none.
 */
export type AsyncRule<V, P extends string | undefined = string | undefined> = (
  value: V,
  param: P,
  context: RuleContext,
) => Promise<boolean>

/** Runs a rule. Its type guarantees a promise; wrapping it in another one would take a quarter longer. */
export function askRule<V, P extends string | undefined>(
  rule: AsyncRule<V, P>,
  value: V,
  param: P,
  context: RuleContext,
): Promise<boolean> {
  return rule(value, param, context)
}

/** The parts of a request that rules can access. */
interface RuleInput {
  signal?(): AbortSignal
  value?(key: string | symbol): unknown
}

/** For values without a request. */
export const noRequest: RuleContext = { signal: undefined, value: () => undefined }

export function ruleContext(c: RuleInput): RuleContext {
  return {
    // Lazy, because the first access creates the signal.
    get signal() {
      return c.signal?.()
    },
    value: (key) => c.value?.(key),
  }
}
