/** What an asynchronous rule may know of the request whose value it is asked about. */
export interface RuleContext {
  /** Aborts when the client goes; `undefined` when there is no request, or its adapter cannot tell. */
  readonly signal: AbortSignal | undefined
  /** A local of the request, as `c.value(key)` gives it; `undefined` when there is none. */
  value(key: string | symbol): unknown
}

/**
 * A rule that is asked and not computed. It may leave out parameters that it has no use for.
 *
 * @param param the rule's parameter as text; `undefined` when it is written without one.
 */
export type AsyncRule<V, P extends string | undefined = string | undefined> = (
  value: V,
  param: P,
  context: RuleContext,
) => Promise<boolean>

/** Asks a rule. Its type sees to it that the rule gives a promise; to make one more of it here takes a quarter as long again. */
export function askRule<V, P extends string | undefined>(
  rule: AsyncRule<V, P>,
  value: V,
  param: P,
  context: RuleContext,
): Promise<boolean> {
  return rule(value, param, context)
}

/** A request as far as rules see it. */
export interface RuleInput {
  signal?(): AbortSignal
  value?(key: string | symbol): unknown
}

/** For values that came with no request. */
export const noRequest: RuleContext = { signal: undefined, value: () => undefined }

export function ruleContext(c: RuleInput): RuleContext {
  return {
    // A request makes its signal when it is asked for it.
    get signal() {
      return c.signal?.()
    },
    value: (key) => c.value?.(key),
  }
}
