import type { Outdated } from './outdated.ts'

/**
 * The type `T` of a DTO, provided that it still matches `Shape`, its properties when the file was generated. A type
 * with other properties, or with wider or narrower ones, is an error here. The rest, such as a string narrowed to a
 * union, is an error where the file creates its values.
 */
export type Unchanged<T extends IssueExpected<Drift<T, Shape>>, Shape> = [Drift<T, Shape>] extends [never]
  ? T
  : // biome-ignore lint/suspicious/noExplicitAny: the error is reported here and must not cause others in the file
    { [K in keyof Shape]: any }

/** {@link Unchanged} for a body that is a list, a record or a union. */
export type UnchangedBody<T extends IssueExpected<BodyDrift<T, Shape>>, Shape> = [
  BodyDrift<T, Shape>,
] extends [never]
  ? T
  : // `any` passes every constraint; `never` makes the file's own values errors.
    0 extends 1 & T
    ? never
    : // biome-ignore lint/suspicious/noExplicitAny: the error is reported here and must not cause others in the file
      any

type BodyDrift<T, Shape> = Drift<{ readonly body: T }, { readonly body: Shape }>

/** The compiler's message for a changed type. */
type IssueExpected<Property> = [Property] extends [never]
  ? unknown
  : `what this file was generated for (see ${Property & string}): run npx ctxgen`

/** The properties that changed. Identical types, the usual case, cost the compiler least. */
type Drift<T, Shape> =
  (<G>() => G extends T ? 1 : 2) extends <G>() => G extends Shape ? 1 : 2 ? never : Difference<T, Shape>

/**
 * The types are compared as a whole before each property is, which takes the compiler four times as long; only brands,
 * enums, classes and unions of objects need that.
 */
type Difference<T, Shape> = [T, keyof T, Shape, keyof Shape, HoldsAny<T> | IsOpen<Shape>, true] extends [
  { [K in keyof Shape]: Loose<Shape[K]> },
  keyof Shape,
  T,
  keyof T,
  false,
  HaveSameKeys<T, Shape>,
]
  ? never
  : true extends IsOpen<T> | IsOpen<Shape>
    ? ChangedKeys<DeclaredProperties<T>, DeclaredProperties<Shape>> | ChangedIndex<T, Shape>
    : ChangedKeys<WithKeyNames<T>, Shape>

export type HoldsAny<T> = unknown extends T[keyof T] ? true : false

/** The properties that are missing in one type or differ. `name?: never` has no value and does not count. */
type ChangedKeys<T, Shape> = {
  [K in keyof T | keyof Shape]: K extends keyof T
    ? unknown extends T[K]
      ? NarrowedKey<T, Shape, K>
      : // biome-ignore lint/suspicious/noConfusingVoidType: `name?: void` is one of those
        [T[K]] extends [void]
        ? FilledKey<Shape, K>
        : K extends keyof Shape
          ? [T[K], IsOptional<T, K>, true, true] extends [
              Loose<Shape[K]>,
              IsOptional<Shape, K>,
              HoldsAll<T[K], Shape[K]>,
              HasSameKeys<T[K], Shape[K]>,
            ]
            ? never
            : K
          : K
    : K
}[keyof T | keyof Shape]

/** `any` may be read as `unknown`. */
export type NarrowedKey<T, Shape, K extends keyof T> = K extends keyof Shape
  ? [unknown, IsOptional<T, K>] extends [Shape[K], IsOptional<Shape, K>]
    ? never
    : K
  : K

/** A property that the shape describes. */
export type FilledKey<Shape, K> = K extends keyof Shape ? ([Shape[K]] extends [undefined] ? never : K) : never

/** A numeric property `1` of an interface is `'1'` in the shape, and one named by an enum its text. */
export type WithKeyNames<T> = [NameOf<keyof T>] extends [keyof T] ? T : { [K in keyof T as NameOf<K>]: T[K] }

export type NameOf<K> = K extends string | number ? `${K}` : K

/** Whether a type has an index signature, which every property fits. */
export type IsOpen<T> = string extends keyof T
  ? [T[string & keyof T]] extends [never]
    ? false
    : true
  : false

/** The properties without the index signature, by their names. */
export type DeclaredProperties<T> = {
  [K in keyof T as string extends K ? never : number extends K ? never : NameOf<K>]: T[K]
}

type ChangedIndex<T, Shape> = [IsOpen<T>, IsOpen<Shape>] extends [true, true]
  ? ChangedKeys<Record<IndexName, T[string & keyof T]>, Record<IndexName, Shape[string & keyof Shape]>>
  : IndexName

export type IndexName = '[key: string]'

/** The reverse check would fail for `valueOf`, which every object has. */
export type IsOptional<T, K extends keyof T> = Pick<T, K> extends Record<K, unknown> ? false : true

/** Whether `T` still includes `null`, a list, and every literal that `Was` includes. */
export type HoldsAll<T, Was> = [null extends Was ? null : never] extends [T]
  ? [IsList<Was>] extends [IsList<T>]
    ? IsOneOf<NonNullable<Was>> extends true
      ? [Was] extends [T]
        ? true
        : HasBrand<NonNullable<T>, NonNullable<Was>>
      : true
    : false
  : false

export type HaveSameKeys<T, Shape> = false extends {
  [K in keyof Shape]-?: K extends keyof T ? HasSameKeys<T[K], Shape[K]> : true
}[keyof Shape]
  ? false
  : true

/**
 * Whether maps still have numbers or any text as keys, also those in a list or a map: the two kinds are assignable to
 * each other.
 */
export type HasSameKeys<T, Was> = [MapKeys<Was> | MapKeys<Inside<Was>>] extends [never]
  ? true
  : [HaveKeys<T, Was>, HaveKeys<Inside<T>, Inside<Was>>] extends [true, true]
    ? true
    : false

type HaveKeys<T, Was> = [MapKeys<Was>] extends [never]
  ? true
  : [MapKeys<T>] extends [MapKeys<Was> | DeeperKeys<Was>]
    ? true
    : false

type MapKeys<V> = V extends NoMap
  ? never
  : string extends keyof V
    ? 'text'
    : number extends keyof V
      ? 'number'
      : never

/** Deeper types are only `object` in `Was`, and may have any keys. */
type DeeperKeys<V> = V extends NoMap ? never : [keyof V] extends [never] ? 'text' | 'number' : never

type Inside<V> = V extends readonly (infer Element)[]
  ? Element
  : V extends NoMap
    ? never
    : number extends keyof V
      ? V[keyof V]
      : never

/** The types with numeric keys that are no maps, and those that have none. */
type NoMap = string | number | bigint | boolean | null | undefined | Uint8Array | readonly unknown[]

/** `number` for a list of any length, in contrast to a tuple. */
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

/** `Branded` checks such a type. */
type HasBrand<T, Was> = [Exclude<keyof T, keyof Was>] extends [never] ? false : true

/**
 * `undefined` and `readonly` do not affect the generated code. An object with properties of type `any` has changed,
 * which is reported at its own type. `Levels` ends the recursion in a type that contains itself.
 */
export type Loose<V, Levels extends readonly 0[] = [0, 0, 0, 0, 0]> = Levels extends readonly [
  0,
  ...infer Lower extends readonly 0[],
]
  ?
      | undefined
      | (V extends readonly unknown[]
          ? { readonly [I in keyof V]: Loose<V[I], Lower> }
          : string extends keyof V
            ? // One with properties besides goes by its name.
              [keyof DeclaredProperties<V>] extends [never]
              ? { readonly [K in keyof V]: Loose<V[K], Lower> }
              : V
            : 'number' extends MapKeys<V>
              ? { readonly [K in keyof V]: Loose<V[K], Lower> }
              : HasBrandedKeys<V> extends true
                ? { readonly [K in keyof V]: Loose<V[K], Lower> }
                : 0 extends 1 & V[keyof V]
                  ? object
                  : V)
  : V | undefined

/** Whether keys are branded texts or numbers: unlike one with literal keys, such a map may be empty. */
type HasBrandedKeys<V> = [keyof V] extends [never]
  ? false
  : [keyof V] extends [string | number]
    ? Record<never, never> extends Record<keyof V, 1>
      ? true
      : false
    : false

/**
 * The branded type `T`, provided that it still matches its `Base`: any checked `Base` may then be cast to it. If `T`
 * now has wider or narrower values, this is an error.
 */
export type Branded<T extends BrandBound<T, Base>, Base> = [T] extends [BrandBound<T, Base>]
  ? T
  : Outdated<'This type has changed: run npx ctxgen'>

/** A `T` that is `Base` plus brand members, or a union of such a type and literals. */
type BrandBound<T, Base> = [T] extends [Base]
  ? [WithBrand<T, Base>] extends [T]
    ? unknown
    : [OpenMember<T, Base>] extends [never]
      ? OutdatedMessage
      : unknown
  : OutdatedMessage

type OpenMember<T, Base> = T extends unknown ? ([WithBrand<T, Base>] extends [T] ? T : never) : never

/** `Base` with the members of `T` that it lacks: it is assignable to `T` exactly if these are all that `T` adds. */
type WithBrand<T, Base> = Base & Pick<T, Exclude<keyof T, keyof Base>>

type OutdatedMessage = 'what this file was generated for: run npx ctxgen'

/** The object of a union that has properties of these kinds only, or these besides an index signature (`Open`). */
export type Alike<T, Kinds, Open = false> = T extends unknown
  ? IsMap<T> extends Open
    ? IsSame<KindsOf<T>, Kinds> extends true
      ? // What may be left out makes no difference between the types themselves.
        IsSame<keyof KindsOf<T>, keyof Kinds> extends true
        ? T
        : never
      : never
    : never
  : never

/** The map of a union with values of these kinds. */
export type MapOf<T, Kinds> = T extends unknown
  ? IsMap<T> extends true
    ? IsSame<KindOf<T[keyof T]>, Kinds> extends true
      ? T
      : never
    : never
  : never

/** Whether a type has an index signature, perhaps with properties besides; its keys may be branded. */
type IsMap<T> = [keyof T] extends [never]
  ? false
  : string extends keyof T
    ? true
    : Record<string, 1> extends { [K in keyof T]-?: 1 }
      ? true
      : false

/** The list of a union with elements of these kinds. */
export type ListOf<T, Kinds extends readonly unknown[]> = T extends readonly unknown[]
  ? IsSame<{ readonly [I in keyof T]: KindOf<T[I]> }, Readonly<Kinds>> extends true
    ? T
    : never
  : never

type IsSame<A, B> = [A, B] extends [B, A] ? true : false

type KindsOf<T> = { [K in keyof T as string extends K ? never : NameOf<K> & string]: KindOf<T[K]> }

/** `any` is read as `unknown`, which counts as an object. */
type KindOf<T> = unknown extends T ? 'object' : KnownKind<T>

// biome-ignore lint/suspicious/noConfusingVoidType: `name?: void` is a property
type KnownKind<T> = T extends undefined | void
  ? never
  : T extends null
    ? 'null'
    : T extends string
      ? 'string'
      : T extends number
        ? 'number'
        : T extends bigint
          ? 'bigint'
          : T extends boolean
            ? 'boolean'
            : T extends Date
              ? 'date'
              : T extends Uint8Array
                ? 'bytes'
                : T extends readonly unknown[]
                  ? 'array'
                  : 'object'
