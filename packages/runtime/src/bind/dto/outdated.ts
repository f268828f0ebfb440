declare const outdated: unique symbol

/** Replaces a type of a generated file that no longer matches its source: every use of it is a compile error. */
export interface Outdated<Message extends string> {
  readonly [outdated]: Message
}

/** The compile error for an outdated type. */
export type Message<T> = T extends { readonly [outdated]: infer M } ? M : never

/** Whether a type is outdated. `never` and `any` are not. */
export type IsOutdated<T> = [T] extends [never]
  ? false
  : 0 extends 1 & T
    ? false
    : [T] extends [{ readonly [outdated]: string }]
      ? true
      : false
