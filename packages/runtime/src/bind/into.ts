/** The result of a binder: `values` itself, or `out` with them. */
export function into<T extends object>(out: object | undefined, values: T): T {
  return out === undefined ? values : Object.assign(out, values)
}

/** A property that the object has itself, for names that every object inherits (`constructor`, `toString`). */
export function own<T extends object, K extends keyof T>(object: T | undefined, key: K): T[K] | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined
}

/** What one source had of a DTO: every property may be absent. */
export type Draft<T, K extends keyof T> = { readonly [P in K]?: T[P] | undefined }

/** `T` while it is being made. */
export type Writable<T> = { -readonly [P in keyof T]: T[P] }
