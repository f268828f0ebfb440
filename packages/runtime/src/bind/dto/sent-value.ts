import type { FileHeader } from '../../request/file-header.ts'

/** The input of a text source for a value: texts, a list for a list, and the members of an object. */
export type SentText<V> = V extends string | null | undefined
  ? V
  : V extends number | bigint | boolean
    ? string
    : V extends FileHeader
      ? Blob
      : V extends readonly unknown[]
        ? number extends V['length']
          ? readonly SentText<V[number]>[]
          : { readonly [P in keyof V]: SentText<V[P]> }
        : V extends object
          ? HasMethods<V> extends true
            ? string
            : { readonly [P in keyof V]: SentText<V[P]> }
          : V

/** The input of a JSON body for a value: dates, bytes and classes are texts. */
export type SentJson<V> = V extends bigint
  ? V | number
  : V extends readonly unknown[]
    ? number extends V['length']
      ? readonly SentJson<V[number]>[]
      : { readonly [P in keyof V]: SentJson<V[P]> }
    : V extends object
      ? HasMethods<V> extends true
        ? string
        : { readonly [P in keyof V]: SentJson<V[P]> }
      : V

/** Whether an object is an instance of a class. */
type HasMethods<V> = true extends {
  [P in keyof V]: V[P] extends (...of: never) => unknown ? true : false
}[keyof V]
  ? true
  : false
