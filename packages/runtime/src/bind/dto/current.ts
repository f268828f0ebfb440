import type { FileHeader } from '../../request/file-header.ts'
import type { FileStream } from '../../request/file-stream.ts'
import type { AsyncRule } from '../../validate/rule-context.ts'
import type { Outdated } from './outdated.ts'
import type {
  DeclaredProperties,
  FilledKey,
  HasSameKeys,
  HaveSameKeys,
  HoldsAll,
  HoldsAny,
  IndexName,
  IsOpen,
  IsOptional,
  Loose,
  NarrowedKey,
  WithKeyNames,
} from './unchanged.ts'

/**
 * The type `T` of a DTO while it still matches `Shape`, its properties when the file was generated; otherwise a type
 * without uses. `Parts` are the types below it that `Shape` does not name.
 */
export type Current<T, Shape, Parts extends readonly unknown[] = []> = [Drift<T, Shape>] extends [never]
  ? Parts extends readonly []
    ? T
    : [OutdatedPart<Parts[number]>] extends [never]
      ? T
      : Outdated<PartMessage<Parts[number]>>
  : Outdated<`${ChangedName<Drift<T, Shape>>} has changed: run npx ctxgen`>

/** {@link Current} for a body that is a list, a record or a union. */
export type CurrentBody<T, Shape, Parts extends readonly unknown[] = []> = [
  Drift<{ readonly body: T }, { readonly body: Shape }>,
] extends [never]
  ? Parts extends readonly []
    ? T
    : [OutdatedPart<Parts[number]>] extends [never]
      ? T
      : Outdated<PartMessage<Parts[number]>>
  : Outdated<'This type has changed: run npx ctxgen'>

/** A deleted interface is an error, which is `any`, and so is what is made of it. */
type ChangedName<D> = 0 extends 1 & D ? 'This type' : D & string

type OutdatedPart<P> = P extends Outdated<string> ? P : never

/** A rule that does not fit is named: generating again may not help. */
type PartMessage<P> =
  P extends Outdated<infer M>
    ? M extends `The rule ${string}`
      ? M
      : 'A type in it has changed: run npx ctxgen'
    : never

/** The enum `T` while its values have these texts. */
export type EnumOf<T extends string | number, Texts> = [`${T}`, Texts] extends [Texts, `${T}`]
  ? T
  : Outdated<'An enum has changed: run npx ctxgen'>

/** The result of the class `C`'s `parse`. */
export type ParsedBy<C> = C extends { parse(text: string): infer T }
  ? Exclude<T, undefined>
  : Outdated<'A class has changed: run npx ctxgen'>

/**
 * A type while the rule `F` takes it, with a parameter `P`, and answers at once. A rule without types takes any.
 * `Name` is that of the rule and its property: `isEven of rows`.
 */
export type RuledBy<F, T, P = undefined, Name extends string = 'of a property'> = 0 extends 1 & F
  ? T
  : F extends (...values: ValuesOfRule<T, P>) => infer R
    ? [R] extends [PromiseLike<unknown>]
      ? Outdated<`The rule ${Name} does not fit: correct it, or run npx ctxgen`>
      : T
    : Outdated<`The rule ${Name} does not fit: correct it, or run npx ctxgen`>

type ValuesOfRule<T, P> = P extends string ? [value: T, param: P] : [value: T]

/** {@link RuledBy} for an asynchronous rule. */
export type AsyncRuledBy<
  F,
  T,
  P extends string | undefined = undefined,
  Name extends string = 'of a property',
> = 0 extends 1 & F
  ? T
  : F extends AsyncRule<T, P>
    ? T
    : Outdated<`The rule ${Name} does not fit: correct it, or run npx ctxgen`>

/** The type of a file, also as `ctxgen openapi` sees it, where the runtime need not be installed. */
export type FileHeaderOf<T> =
  T extends Pick<FileHeader, 'filename' | 'size' | 'type'>
    ? T
    : Outdated<'A file has changed: run npx ctxgen'>

/** {@link FileHeaderOf} for a file that is streamed. */
export type FileStreamOf<T> = T extends Pick<FileStream, 'filename' | 'type'> & { stream(): unknown }
  ? T
  : Outdated<'A file has changed: run npx ctxgen'>

/** The type `T` while `Shape` describes what is known of it; of an optional element it is read with `undefined`. */
export type Kept<T, Shape> = 0 extends 1 & T
  ? Outdated<'This type has changed: run npx ctxgen'>
  : [T, true, true] extends [Loose<Shape>, HoldsAll<T, Shape>, HasSameKeys<T, Shape>]
    ? Exclude<T, undefined>
    : Outdated<'This type has changed: run npx ctxgen'>

/** The properties that changed. Identical types, the usual case, cost the compiler least. */
type Drift<T, Shape> =
  (<G>() => G extends T ? 1 : 2) extends <G>() => G extends Shape ? 1 : 2
    ? never
    : [T] extends [never]
      ? 'This type'
      : 0 extends 1 & T
        ? 'This type'
        : Difference<T, Shape>

type Difference<T, Shape> = [
  T,
  keyof T,
  Shape,
  keyof Shape,
  Shape,
  HoldsAny<T> | IsOpen<Shape>,
  true,
] extends [
  { [K in keyof Shape]: Loose<Shape[K]> },
  keyof Shape,
  T,
  keyof T,
  { [K in keyof T]: T[K] | undefined },
  false,
  HaveSameKeys<T, Shape>,
]
  ? never
  : true extends IsOpen<T> | IsOpen<Shape>
    ? ChangedKeys<DeclaredProperties<T>, DeclaredProperties<Shape>> | ChangedIndex<T, Shape>
    : ChangedKeys<WithKeyNames<T>, Shape>

/** The properties that are missing in one type or differ. `name?: never` has no value and does not count. */
type ChangedKeys<T, Shape> = {
  [K in keyof T | keyof Shape]: K extends keyof T
    ? unknown extends T[K]
      ? NarrowedKey<T, Shape, K>
      : // biome-ignore lint/suspicious/noConfusingVoidType: `name?: void` is one of those
        [T[K]] extends [void]
        ? FilledKey<Shape, K>
        : K extends keyof Shape
          ? [T[K], Shape[K], IsOptional<T, K>, true] extends [
              Loose<Shape[K]>,
              T[K] | undefined,
              IsOptional<Shape, K>,
              HasSameKeys<T[K], Shape[K]>,
            ]
            ? never
            : K
          : K
    : K
}[keyof T | keyof Shape]

type ChangedIndex<T, Shape> = [IsOpen<T>, IsOpen<Shape>] extends [true, true]
  ? ChangedKeys<Record<IndexName, T[string & keyof T]>, Record<IndexName, Shape[string & keyof Shape]>>
  : IndexName
