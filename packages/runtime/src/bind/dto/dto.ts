import type { ValidationIssue } from '../../error/validation-error.ts'
import type { RuleContext } from '../../validate/rule-context.ts'
import type { Sending } from '../decoded/sending.ts'
import type { Plain } from '../decoded/sent-form.ts'
import type { Bindable } from '../reading/bind-input.ts'
import type { DtoField } from './dto-fields.ts'
import type { IsOutdated } from './outdated.ts'
import type { SentJson, SentText } from './sent-value.ts'
import type { StandardMembers, StandardProps, StandardResult, TextSource } from './standard-schema.ts'

/** A generated binder for one source: returns the properties `K` of `T`, or fills and returns `out`. */
export interface Binder<T, K extends keyof T = keyof T> {
  /** @throws {BindError} for a request that does not fit, ValidationError for one that breaks a rule */
  // biome-ignore lint/style/useShorthandFunctionType: editors show the comment of a call signature alone
  (c: Bindable, out?: Partial<T>): FilledDto<T, K>
}

/** `T` itself when all of it is filled, so that editors show its name. */
type FilledDto<T, K extends keyof T> = [keyof T] extends [K] ? T : IsOutdated<T> extends true ? T : Pick<T, K>

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

/** The binders of `K` with their properties; binders by name alone fill all of them. */
type KeysOf<T, K extends BinderKeys<T> | BinderName> = [K] extends [BinderName]
  ? { readonly [N in K]: keyof T }
  : K extends BinderKeys<T>
    ? K
    : // The binders of an outdated type remain, so that the compiler tells no missing tag.
      { readonly [N in keyof K & BinderName]: keyof T }

/**
 * The generated binders of an interface, for `c.bind().query(UserDto)`.
 *
 * `K` names the binders, with the properties of each unless all fill all of them, so that using a binder without a tag is
 * a compile error.
 */
export type Dto<T, K extends BinderKeys<T> | BinderName = BinderKeys<T>> = DtoFields & {
  /** Reads every source in order; a property keeps the value of the first source that sets it. */
  readonly all: Binder<T>
} & Binders<T, KeysOf<T, K>> &
  Schemas<T, KeysOf<T, K>, false>

// Editors show the name of an intersection, but that of an alias of one expanded.
type Binders<T, K extends BinderKeys<T>> = {
  readonly [N in keyof K & BinderName]: Binder<T, K[N] & keyof T>
}

/** Each source of a DTO as a Standard Schema, and the DTO itself. `A`: whether its rules are asynchronous. */
type Schemas<T, K extends BinderKeys<T>, A> = {
  readonly [N in keyof K & BinderName]: SchemaOf<N, T, K[N] & keyof T, A>
} & WholeSchema<T, K, A>

type SchemaOf<N, T, K extends keyof T, A> = N extends TextSource
  ? TextSchema<T, K, A>
  : N extends 'xml'
    ? unknown
    : N extends 'msgPack' | 'cbor'
      ? BinaryBodySchema<T, K, A>
      : JsonBodySchema<T, K, A>

// The input's type is no argument of the interface: the compiler would resolve it at each use of the DTO.
interface JsonBodySchema<T, K extends keyof T, A> {
  readonly '~standard': Standard<SentJson<FilledDto<T, K>>, FilledDto<T, K>, A>
}

interface BinaryBodySchema<T, K extends keyof T, A> {
  readonly '~standard': Standard<FilledDto<T, K>, FilledDto<T, K>, A>
}

type Standard<Input, Output, A> = StandardProps<Input, Output, MaybePromise<StandardResult<Output>, A>>

type MaybePromise<R, A> = A extends true ? Promise<R> : R

/** The Standard Schema of a text source, over a record of its texts. */
interface TextSchema<T, K extends keyof T, A> {
  readonly '~standard': Standard<SentText<Pick<T, K>>, FilledDto<T, K>, A>
  /** The schema of one property, over its text or list of texts. */
  of<P extends K>(property: P): { readonly '~standard': Standard<SentText<T[P]>, T[P], A> }
}

/** The schema of the decoded body, or of the only source; otherwise none. */
type WholeSchema<T, K extends BinderKeys<T>, A> = 'json' extends keyof K
  ? SchemaOf<'json', T, K['json'] & keyof T, A>
  : 'msgPack' extends keyof K
    ? SchemaOf<'msgPack', T, K['msgPack'] & keyof T, A>
    : 'cbor' extends keyof K
      ? SchemaOf<'cbor', T, K['cbor'] & keyof T, A>
      : OnlySchema<Exclude<keyof K, 'body'>, T, K, A>

type OnlySchema<N, T, K extends BinderKeys<T>, A> = [N] extends [never]
  ? unknown
  : N extends keyof K & TextSource
    ? [Exclude<keyof K, N | 'body'>] extends [never]
      ? Pick<TextSchema<T, K[N] & keyof T, A>, '~standard'>
      : unknown
    : unknown

/** The additional members of a DTO with rules. */
export interface Validates<T> {
  /**
   * Checks the compiled `@validate` rules and returns the broken ones in order of declaration. All valid values share
   * one frozen empty list: copy it before adding to it.
   */
  readonly validate: (value: T) => ValidationIssue[]
}

/** The additional members of a DTO with `@response`. */
export interface Sends<T> extends Sending<T> {
  /** @internal */
  readonly plainXml?: Plain<T>
  /** @internal */
  readonly plainMsgPack?: Plain<T>
  /** @internal */
  readonly plainCbor?: Plain<T>
  /** The JSON text of a value's declared properties; dates and big integers are exact. */
  readonly stringify: (value: T) => string
  /** Standard JSON Schema v1; without `validate` for a DTO that is never decoded. */
  readonly '~standard': StandardMembers<T>
}

/** {@link Sending.plain} for the formats with names of their own. */
export interface OtherPlain<T> {
  readonly plainXml?: Plain<T>
  readonly plainMsgPack?: Plain<T>
  readonly plainCbor?: Plain<T>
}

/** The generated code of an interface with `@response` and no source. */
export type SentDto<T> = DtoName & Sends<T>

/** {@link Binder} for a DTO with asynchronous rules: rejects instead of throwing. */
export interface AsyncBinder<T, K extends keyof T = keyof T> {
  /** @throws {BindError} for a request that does not fit, ValidationError for one that breaks a rule */
  // biome-ignore lint/style/useShorthandFunctionType: editors show the comment of a call signature alone
  (c: Bindable, out?: Partial<T>): Promise<FilledDto<T, K>>
}

/** {@link Dto} for an interface with asynchronous rules, its own or nested: its binders return promises. */
export type AsyncDto<T, K extends BinderKeys<T> | BinderName = BinderKeys<T>> = DtoFields & {
  readonly all: AsyncBinder<T>
} & AsyncBinders<T, KeysOf<T, K>> &
  Schemas<T, KeysOf<T, K>, true>

/** {@link AsyncDto} for a form whose files are streams: no binder reads all sources. */
export type UploadDto<T, K extends BinderKeys<T> | BinderName = BinderKeys<T>> = DtoFields &
  AsyncBinders<T, KeysOf<T, K>> &
  Schemas<T, KeysOf<T, K>, true>

type AsyncBinders<T, K extends BinderKeys<T>> = {
  readonly [N in keyof K & BinderName]: AsyncBinder<T, K[N] & keyof T>
}

/** {@link Validates} with asynchronous rules. */
export interface AsyncValidates<T> {
  /** {@link Validates.validate} with asynchronous rules, which receive `context`. */
  readonly validateAsync: (value: T, context?: RuleContext) => Promise<ValidationIssue[]>
}

/** The {@link Binder} of a body that is a list, a record or a union; it has no `out`. */
export interface BodyBinder<T> {
  /** @throws {BindError} for a body that does not fit, ValidationError for one that breaks a rule */
  // biome-ignore lint/style/useShorthandFunctionType: editors show the comment of a call signature alone
  (c: Bindable, out?: undefined): T
}

/** {@link BodyBinder} with asynchronous rules: rejects instead of throwing. */
export interface AsyncBodyBinder<T> {
  /** @throws {BindError} for a body that does not fit, ValidationError for one that breaks a rule */
  // biome-ignore lint/style/useShorthandFunctionType: editors show the comment of a call signature alone
  (c: Bindable, out?: undefined): Promise<T>
}

/** The object that ctxgen writes for an alias of a list, a record or a union. `N` names its binders. */
export type BodyDto<T, N extends BinderName = BinderName> = BodyName & {
  readonly all: BodyBinder<T>
} & { readonly [P in N]: BodyBinder<T> & ValueSchema<P, T, false> } & ValueSchema<N, T, false>

/** {@link BodyDto} with asynchronous rules: its binders return promises. */
export type AsyncBodyDto<T, N extends BinderName = BinderName> = BodyName & {
  readonly all: AsyncBodyBinder<T>
} & { readonly [P in N]: AsyncBodyBinder<T> & ValueSchema<P, T, true> } & ValueSchema<N, T, true>

/** The schema of a whole body, in the first of its formats `N`. */
interface ValueSchema<N, T, A> {
  readonly '~standard': Standard<[Extract<N, 'json' | 'body'>] extends [never] ? T : SentJson<T>, T, A>
}

interface BodyName extends DtoName {
  /** @internal Set when every value is a list; a custom binder then fills a list. */
  readonly isList?: true
}

interface DtoFields extends DtoName {
  /** The properties with their sources and names there, made on first use. */
  readonly fields: readonly DtoField[]
}

/** The generated code of an interface with `@socket`: reads the messages `R` of clients, and writes the messages `S` of the server. */
export interface SocketDto<R, S> extends DtoName {
  /** Reads a message: of a `Ctx`, or as `messageInput` of `@ctxgen/runtime/adapters` makes one. Any bytes are a message of `bytes`. */
  readonly receive: [R] extends [Uint8Array] ? 'bytes' : MessageReader<R>
  /** Writes a message. */
  readonly send: [S] extends [Uint8Array] ? 'bytes' : SentDto<S>
}

/** Reads and checks a message; with asynchronous rules, the result is a promise. */
interface MessageReader<R> {
  /** @throws {BindError} for a message that does not fit, ValidationError for one that breaks a rule */
  // biome-ignore lint/style/useShorthandFunctionType: editors show the comment of a call signature alone
  (c: Bindable): R | Promise<R>
}

interface DtoName {
  /** The interface's name. */
  readonly name: string
  /** @internal The alias tag of the generated code (`--alias-tag`), if any. */
  readonly aliasTag?: string
}
