/**
 * `T`, a type with a brand, as long as it is what the file was generated for: any value that is checked to be a `Base` may be
 * called one. Of a type that takes other values by now, or fewer, that is no longer so, and this is an error.
 */
export type Branded<T extends Checked<T, Base>, Base> = [T] extends [Checked<T, Base>]
  ? T
  : // biome-ignore lint/suspicious/noExplicitAny: the error is told, and the rest of the file is to have none that follow
    any

/** `T` is `Base` with the members that no value has when `Base` with them is `T`. */
type Checked<T, Base> = [T] extends [Base]
  ? [Base & Pick<T, Exclude<keyof T, keyof Base>>] extends [T]
    ? unknown
    : Stale
  : Stale

type Stale = 'what this file was generated for: run npx ctxgen'
