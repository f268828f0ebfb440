/**
 * `T`, the type of a DTO, as long as it is what the file was generated for: `Shape` has each property with what it may
 * hold. A type that has other properties, or may hold more or less, is an error here; what is not seen here, such as a
 * string that is now one of a few, is one where the file makes its values.
 */
export type Unchanged<T extends Expected<Drift<T, Shape>>, Shape> = [Drift<T, Shape>] extends [never]
  ? T
  : // biome-ignore lint/suspicious/noExplicitAny: the error is told, and the rest of the file is to have none that follow
    { [K in keyof Shape]: any }

/** What the compiler says that the type is not. */
type Expected<Property> = [Property] extends [never]
  ? unknown
  : `what this file was generated for (see ${Property & string}): run npx ctxgen`

/**
 * The properties that changed. Whether any did is asked of both types as a whole first: to look at each property is four times
 * the work to the compiler, and only what is no plain value needs it, such as a brand, an enum, a class or a union of objects.
 */
type Drift<T, Shape> = [T, keyof T, Shape, keyof Shape, HoldsAny<T>] extends [
  { [K in keyof Shape]: Loose<Shape[K]> },
  keyof Shape,
  T,
  keyof T,
  false,
]
  ? never
  : Changed<Named<T>, Shape>

type HoldsAny<T> = unknown extends T[keyof T] ? true : false

/** The properties that one of the two lacks, or that hold something else. One like `name?: never` no value has. */
type Changed<T, Shape> = {
  [K in keyof T | keyof Shape]: K extends keyof T
    ? // biome-ignore lint/suspicious/noConfusingVoidType: `name?: void` is one of those
      [T[K]] extends [void]
      ? K & keyof Shape
      : K extends keyof Shape
        ? [T[K], IsOptional<T, K>, true] extends [
            Loose<Shape[K]>,
            IsOptional<Shape, K>,
            HoldsAll<T[K], Shape[K]>,
          ]
          ? never
          : K
        : K
    : K
}[keyof T | keyof Shape]

/** A property `1` of an interface is `'1'` in the shape. */
type Named<T> = [keyof T & number] extends [never]
  ? T
  : { [K in keyof T as K extends number ? `${K}` : K]: T[K] }

/** Not the other way round, as every object has a `valueOf`. */
type IsOptional<T, K extends keyof T> = Pick<T, K> extends Record<K, unknown> ? false : true

/** Whether `T` may still be `null`, a list, and each of a few values, where it was. */
type HoldsAll<T, Was> = [null extends Was ? null : never] extends [T]
  ? [IsList<Was>] extends [IsList<T>]
    ? IsOneOf<NonNullable<Was>> extends true
      ? [Was] extends [T]
        ? true
        : HasBrand<NonNullable<T>, NonNullable<Was>>
      : true
    : false
  : false

/** `number` for one of any length, as that of a tuple is another. */
type IsList<T> = NonNullable<T> extends readonly unknown[] ? NonNullable<T>['length'] : 'none'

type IsOneOf<T> = [T] extends [string | number | bigint | boolean]
  ? string extends T
    ? false
    : number extends T
      ? false
      : bigint extends T
        ? false
        : true
  : false

/** Such a type is looked at by `Branded`. */
type HasBrand<T, Was> = [Exclude<keyof T, keyof Was>] extends [never] ? false : true

/**
 * Whether a value may be `undefined`, and a list may be written to, makes no difference to what is generated. An object whose
 * properties are `any` has changed, which is told where its own type is.
 */
type Loose<V> =
  | undefined
  | (V extends readonly unknown[]
      ? { readonly [I in keyof V]: Loose<V[I]> }
      : string extends keyof V
        ? { readonly [K in keyof V]: Loose<V[K]> }
        : 0 extends 1 & V[keyof V]
          ? object
          : V)
