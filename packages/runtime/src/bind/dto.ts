import type { ValidationIssue } from '../error/validation-error.ts'
import type { RuleContext } from '../validate/rule-context.ts'
import type { BindInput } from './bind-input.ts'
import type { SendJson } from './decoded/json-output.ts'
import type { Plain } from './decoded/sent-form.ts'
import type { AsyncStandardProps, StandardMembers, StandardProps } from './standard-schema.ts'

/** A generated binder for one source: returns the properties `K` of `T`, or fills and returns `out`. */
export type Binder<T, K extends keyof T = keyof T> = (c: BindInput, out?: Partial<T>) => Filled<T, K>

/** `T` itself when all of it is filled, so that editors show its name. */
type Filled<T, K extends keyof T> = [keyof T] extends [K] ? T : Pick<T, K>

/** The possible binders of a DTO; `body` selects by Content-Type, `all` reads every source in order. */
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

/** The properties of `T` that each binder fills. */
export type BinderKeys<T> = { readonly [N in BinderName]?: keyof T }

/**
 * The generated binders of an interface, for `c.bind().query(UserDto)`.
 *
 * `K` lists the properties of each source, so that using a binder without a tag is a compile error.
 */
export type Dto<T, K extends BinderKeys<T> = BinderKeys<T>> = DtoName & {
  /** Reads every source in order; a property keeps the value of the first source that sets it. */
  readonly all: Binder<T>
} & { readonly [N in keyof K & BinderName]: Binder<T, K[N] & keyof T> }

/** The additional members of a DTO with rules. */
export interface Validates<T> {
  /**
   * Checks the compiled `@validate` rules and returns the broken ones in order of declaration. All valid values share
   * one frozen empty list: copy it before adding to it.
   */
  readonly validate: (value: T) => ValidationIssue[]
}

/** The additional members of a DTO that JSON, MessagePack or CBOR can fill. */
export interface Decodes<T> {
  /** Standard Schema v1: reads a decoded value with the names of the JSON body. */
  readonly '~standard': StandardProps<T>
}

/** The additional members of a DTO with `@response`. */
export interface Sends<T> {
  /** The JSON text of a value's declared properties; dates and big integers are exact. */
  readonly stringify: (value: T) => string
  /** Sets the JSON text as the body of a `Ctx`, as `c.json(value, Car)` does. */
  readonly send: SendJson<T>
  /** A `Response` with the JSON text, for frameworks that take one. */
  readonly response: (value: T, init?: ResponseInit) => Response
  /** Copies the declared properties under their names in JSON; those below have other names. */
  readonly plain: Plain<T>
  readonly plainXml?: Plain<T>
  readonly plainMsgPack?: Plain<T>
  readonly plainCbor?: Plain<T>
  /** Standard JSON Schema v1; without `validate` for a DTO that is never decoded. */
  readonly '~standard': StandardMembers<T>
}

/** The generated code of an interface with `@response` and no source. */
export type SentDto<T> = DtoName & Sends<T>

/** {@link Binder} for a DTO with asynchronous rules: rejects instead of throwing. */
export type AsyncBinder<T, K extends keyof T = keyof T> = (
  c: BindInput,
  out?: Partial<T>,
) => Promise<Filled<T, K>>

/** {@link Dto} for an interface with asynchronous rules, its own or nested: its binders return promises. */
export type AsyncDto<T, K extends BinderKeys<T> = BinderKeys<T>> = DtoName & {
  readonly all: AsyncBinder<T>
} & { readonly [N in keyof K & BinderName]: AsyncBinder<T, K[N] & keyof T> }

/** {@link Validates} with asynchronous rules. */
export interface AsyncValidates<T> {
  /** {@link Validates.validate} with asynchronous rules, which receive `context`. */
  readonly validateAsync: (value: T, context?: RuleContext) => Promise<ValidationIssue[]>
}

/** {@link Decodes} with asynchronous rules. */
export interface AsyncDecodes<T> {
  readonly '~standard': AsyncStandardProps<T>
}

/** The {@link Binder} of a body that is a list, a record or a union; it has no `out`. */
export type BodyBinder<T> = (c: BindInput, out?: undefined) => T

/** {@link BodyBinder} with asynchronous rules: rejects instead of throwing. */
export type AsyncBodyBinder<T> = (c: BindInput, out?: undefined) => Promise<T>

/** The object that ctxgen writes for an alias of a list, a record or a union. `N` names its binders. */
export type BodyDto<T, N extends BinderName = BinderName> = BodyName & {
  readonly all: BodyBinder<T>
} & { readonly [P in N]: BodyBinder<T> }

/** {@link BodyDto} with asynchronous rules: its binders return promises. */
export type AsyncBodyDto<T, N extends BinderName = BinderName> = BodyName & {
  readonly all: AsyncBodyBinder<T>
} & { readonly [P in N]: AsyncBodyBinder<T> }

interface BodyName extends DtoName {
  /** Set when every value is a list; a custom binder then fills a list. */
  readonly isList?: true
}

interface DtoName {
  /** The interface's name. */
  readonly name: string
  /** The alias tag of the generated code (`--alias-tag`), if any. */
  readonly aliasTag?: string
}
