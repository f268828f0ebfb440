/** The result of a binder: `values` itself, or `out` with them. */
export function into<T extends object>(out: object | undefined, values: T): T {
  return out === undefined ? values : Object.assign(out, values)
}

/** A property that the object has itself, for names that every object inherits (`constructor`, `toString`). */
export function own<T extends object, K extends keyof T>(object: T | undefined, key: K): T[K] | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined
}

/**
 * What sources had of a DTO of many properties: of each the first that is there, and nothing of what is not. To look for
 * each property would cost more than to read the request, when few of many came. The drafts are {@link dense}.
 */
export function present<T, K extends keyof T>(...drafts: readonly Draft<T, K>[]): Partial<Pick<T, K>> {
  const [only] = drafts
  const found: object =
    only !== undefined && drafts.length === 1 ? only : Object.assign({}, ...drafts.toReversed())
  return found as Partial<Pick<T, K>>
}

/** A draft without what is `undefined` in it: a value that was empty, as that of `?page=`. */
export function dense<T, K extends keyof T>(draft: Draft<T, K>): Partial<Pick<T, K>> {
  const isDense = !Object.values(draft).includes(undefined)
  const found: object = isDense ? draft : declared(draft, Object.keys(draft))
  return found as Partial<Pick<T, K>>
}

/** The properties `names` of an object, those of them that are there. */
export function declared<T extends object>(object: T, names: readonly string[]): Partial<T> {
  const found: Partial<T> = {}
  for (const name of names as readonly (string & keyof T)[]) {
    if (Object.hasOwn(object, name) && object[name] !== undefined) found[name] = object[name]
  }
  return found
}

/** What one source had of a DTO: every property may be absent. */
export type Draft<T, K extends keyof T> = { readonly [P in K]?: T[P] | undefined }

/** `T` while it is being made. */
export type Writable<T> = { -readonly [P in keyof T]: T[P] }
