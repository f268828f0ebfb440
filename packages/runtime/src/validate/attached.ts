/** Attachments of validators and binders, unseen by users: a finder of issues, the parts of a binder. */
const known = new WeakMap<object, unknown>()

/** Attaches a value to a function, which is returned. */
export function attach<F extends object>(to: F, value: unknown): F {
  known.set(to, value)
  return to
}

/** The value attached to a function. */
export function attachedTo<T>(of: object): T | undefined {
  return known.get(of) as T | undefined
}
