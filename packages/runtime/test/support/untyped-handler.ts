/** A handler as in JavaScript, where no type limits its result. */
export function untyped<C>(handler: (c: C) => unknown): (c: C) => undefined {
  return handler as (c: C) => undefined
}
