/** The result of a binder: `values`, or `out` with the values assigned. */
export function into<T extends object>(out: object | undefined, values: T): T {
  return out === undefined ? values : Object.assign(out, values)
}

/** An own property, for names that every object inherits (`constructor`, `toString`). */
export function own<T extends object, K extends keyof T>(object: T | undefined, key: K): T[K] | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined
}

/**
 * Merges {@link dense} drafts: for each property the value of the first draft that has it. Looking up every property of
 * a large DTO would take longer than reading the request.
 */
export function present<T, K extends keyof T>(...drafts: readonly Draft<T, K>[]): Partial<Pick<T, K>> {
  const [only] = drafts
  const found: object =
    only !== undefined && drafts.length === 1 ? only : Object.assign({}, ...drafts.toReversed())
  return found as Partial<Pick<T, K>>
}

/** A draft without `undefined` properties, which empty values such as `?page=` leave. */
export function dense<T, K extends keyof T>(draft: Draft<T, K>): Partial<Pick<T, K>> {
  const isDense = !Object.values(draft).includes(undefined)
  const found: object = isDense ? draft : declared(draft, Object.keys(draft))
  return found as Partial<Pick<T, K>>
}

/** The properties `names` that an object has, without `undefined` ones. */
export function declared<T extends object>(object: T, names: readonly string[]): Partial<T> {
  const found: Partial<T> = {}
  for (const name of names as readonly (string & keyof T)[]) {
    if (Object.hasOwn(object, name) && object[name] !== undefined) found[name] = object[name]
  }
  return found
}

/** The values of one source for a DTO: every property is optional. */
export type Draft<T, K extends keyof T> = { readonly [P in K]?: T[P] | undefined }

/** A mutable `T`, during construction. */
export type Writable<T> = { -readonly [P in keyof T]: T[P] }
