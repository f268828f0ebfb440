import type { ValidationIssue } from '../error/validation-error.ts'
import type { RuleContext } from '../validate/rule-context.ts'
import type { BindInput } from './bind-input.ts'
import type { AsyncStandardProps, StandardMembers, StandardProps } from './standard-schema.ts'

/** A generated binder of one source: returns the properties `K` of `T`, or fills and returns `out`. */
export type Binder<T, K extends keyof T = keyof T> = (c: BindInput, out?: Partial<T>) => Filled<T, K>

/** `T` itself where all of it is filled, so that editors show its name. */
type Filled<T, K extends keyof T> = [keyof T] extends [K] ? T : Pick<T, K>

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
export type Dto<T, K extends BinderKeys<T> = BinderKeys<T>> = DtoName & {
  /** Reads every source in order; a property that an earlier source set is kept. */
  readonly all: Binder<T>
} & { readonly [N in keyof K & BinderName]: Binder<T, K[N] & keyof T> }

/** What a DTO with rules has besides. */
export interface Validates<T> {
  /**
   * Checks the compiled `@validate` rules: what breaks them, in order of declaration. All values that are right get the
   * same empty list. It is frozen: copy it before you add to it.
   */
  readonly validate: (value: T) => ValidationIssue[]
}

/** What a DTO has besides that JSON, MessagePack or CBOR fills. */
export interface Decodes<T> {
  /** Standard Schema v1: reads a decoded value under the names of the JSON body. */
  readonly '~standard': StandardProps<T>
}

/** What a DTO with `@response` has. */
export interface Sends<T> {
  /** The JSON text of a value: its declared properties and no others, dates and big integers exact. */
  readonly stringify: (value: T) => string
  /** Standard JSON Schema v1; without a `validate` when nothing decoded is bound to the DTO. */
  readonly '~standard': StandardMembers<T>
}

/** What ctxgen writes for an interface that is only sent: `@response` without a source. */
export type SentDto<T> = DtoName & Sends<T>

/** As {@link Binder}, for a DTO with asynchronous rules: rejects where the other throws. */
export type AsyncBinder<T, K extends keyof T = keyof T> = (
  c: BindInput,
  out?: Partial<T>,
) => Promise<Filled<T, K>>

/** As {@link Dto}, for an interface with asynchronous rules, in it or below it: its binders return promises. */
export type AsyncDto<T, K extends BinderKeys<T> = BinderKeys<T>> = DtoName & {
  readonly all: AsyncBinder<T>
} & { readonly [N in keyof K & BinderName]: AsyncBinder<T, K[N] & keyof T> }

/** As {@link Validates}, with asynchronous rules. */
export interface AsyncValidates<T> {
  /** As {@link Validates.validate}; `context` is what rules of the user's own may ask for. */
  readonly validateAsync: (value: T, context?: RuleContext) => Promise<ValidationIssue[]>
}

/** As {@link Decodes}, with asynchronous rules. */
export interface AsyncDecodes<T> {
  readonly '~standard': AsyncStandardProps<T>
}

interface DtoName {
  /** The interface's name. */
  readonly name: string
  /** The tag the code was generated with (`--alias-tag`), when there was one. */
  readonly aliasTag?: string
}
