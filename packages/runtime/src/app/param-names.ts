import type { Locals } from '../ctx/locals.ts'
import type { CtxWith } from './guard.ts'

/** The `Ctx` of a handler behind guards of `K`. `c.params()` completes the parameters of the pattern `P`. */
export type CtxAt<P extends string, K extends keyof Locals> = [ParamNames<P>] extends [never]
  ? CtxWith<K>
  : TakesParams<ParamNames<P>> & CtxWith<K>

interface TakesParams<N extends string> {
  /** A route parameter, percent-decoded. Any other name gives the default, or `""`. */
  params(key: N | (string & {}), defaultValue?: string): string
}

/** The names in a literal pattern: `id` of `/users/:id<int>`. */
type ParamNames<P extends string> = string extends P
  ? never
  : PatternNames<P> | Wildcard<P, '*'> | Wildcard<P, '+'>

type PatternNames<P> = P extends `${infer Before}:${infer After}`
  ?
      | (Before extends `${string}\\` ? never : UpTo<After, '/' | '-' | '.' | ':' | '?' | '\\' | '<'>)
      | PatternNames<After>
  : never

/** The text before the first of some characters. */
type UpTo<
  T extends string,
  End extends string,
  Done extends string = '',
> = T extends `${infer First}${infer Rest}`
  ? First extends End
    ? Done
    : UpTo<Rest, End, `${Done}${First}`>
  : Done

type Wildcard<P, Sign extends string> = P extends `${string}${Sign}${string}` ? Sign : never
