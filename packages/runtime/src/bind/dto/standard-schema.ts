import type { IssueCode } from '@ctxgen/core/issue-code'
import type { JsonSchema } from '@ctxgen/core/json-schema/json-schema'
import type { IssueExpected } from '../../error/issue-text.ts'

/** The `~standard` member: Standard Schema v1 with its JSON Schema. `R` is a promise with asynchronous rules. */
export interface StandardProps<Input, Output = Input, R = StandardResult<Output>>
  extends StandardMembers<Input, Output>,
    StandardCheck<Input, Output, R> {}

/** Standard Schema v1. */
export interface StandardCheck<Input, Output = Input, R = StandardResult<Output>>
  extends StandardVendor<Input, Output> {
  readonly validate: (value: unknown, options?: StandardOptions) => R
}

interface StandardVendor<Input, Output> {
  readonly version: 1
  readonly vendor: 'ctxgen'
  readonly types?: { readonly input: Input; readonly output: Output } | undefined
}

export interface StandardOptions {
  /** `messages`: the words of a language, from `catalogues` of `@ctxgen/runtime/messages`. */
  readonly libraryOptions?: Readonly<Record<string, unknown>> | undefined
}

/** The `~standard` member of a DTO that is only sent: its JSON Schema. */
export interface StandardMembers<Input, Output = Input> extends StandardVendor<Input, Output> {
  readonly jsonSchema: StandardJsonSchema
}

/** Standard JSON Schema v1: of the input, and of the output. */
export interface StandardJsonSchema {
  readonly input: (options: { readonly target: string }) => JsonSchema
  readonly output: (options: { readonly target: string }) => JsonSchema
}

export type StandardResult<T> = { readonly value: T; readonly issues?: undefined } | StandardFailure

export interface StandardFailure {
  readonly issues: readonly StandardIssue[]
}

export interface StandardIssue {
  readonly message: string
  readonly path: readonly string[]
  readonly code: IssueCode
  readonly expected?: IssueExpected
  /** The broken rule. */
  readonly rule?: string
  readonly param?: string
  /** The message is quoted in the tag. */
  readonly isOwn?: true
}

/** The sources of a DTO with a Standard Schema, by the names of its binders. */
export type StandardSource = TextSource | DecodedSource | 'body'
export type TextSource = 'uri' | 'query' | 'header' | 'respHeader' | 'cookie' | 'form'
type DecodedSource = 'json' | 'msgPack' | 'cbor'
