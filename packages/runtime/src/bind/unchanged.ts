/**
 * `T`, the type of a DTO, as long as it is what the file was generated for: `Shape` has each property with what it may
 * hold. A type that may hold more by now, or has other properties, is an error here; one that may hold less is one where
 * the file makes its values.
 */
export type Unchanged<T extends Known<T, Shape>, Shape> = T

type Known<T, Shape> = {
  // biome-ignore lint/suspicious/noConfusingVoidType: `name?: void` is no property, as `name?: never` is none
  readonly [K in keyof T]: Name<K> extends keyof Shape ? Loose<Shape[Name<K>]> : void
}

/** A property `1` of an interface is `'1'` in the shape. */
type Name<K> = K extends number ? `${K}` : K

/** Whether a value may be `undefined`, and a list may be written to, makes no difference to what is generated. */
type Loose<V> =
  | undefined
  | (V extends readonly unknown[]
      ? { readonly [I in keyof V]: Loose<V[I]> }
      : string extends keyof V
        ? { readonly [K in keyof V]: Loose<V[K]> }
        : V)
