import type { BindInput } from './bind-input.ts'

/** A generated binder of one source: returns the properties `K` of `T`, or fills and returns `out`. */
export type Binder<T, K extends keyof T = keyof T> = (c: BindInput, out?: Partial<T>) => Pick<T, K>

/** The binders a DTO may have; `body` picks by Content-Type, `all` reads every source in order. */
export type BinderName =
  | 'uri'
  | 'query'
  | 'header'
  | 'respHeader'
  | 'cookie'
  | 'form'
  | 'json'
  | 'xml'
  | 'msgPack'
  | 'cbor'
  | 'body'

/** Which properties of `T` each binder fills. */
export type BinderKeys<T> = { readonly [N in BinderName]?: keyof T }

/**
 * What ctxgen writes for one interface: its binders, for `c.bind().query(UserDto)`.
 *
 * `K` says which properties each source fills, so that a binder the interface has no tag for is a compile error.
 */
export type Dto<T, K extends BinderKeys<T> = BinderKeys<T>> = {
  /** The interface's name. */
  readonly name: string
  /** The tag the code was generated with (`--alias-tag`), when there was one. */
  readonly aliasTag?: string
  /** Reads every source in order; a property that an earlier source set is kept. */
  readonly all: Binder<T>
} & { readonly [N in keyof K & BinderName]: Binder<T, K[N] & keyof T> }
