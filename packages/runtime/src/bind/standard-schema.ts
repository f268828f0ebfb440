import { BindError, type BindIssue } from '../error/bind-error.ts'
import { detailsOf } from '../error/issue-details.ts'
import { type BrokenRule, type Issues, type NamingSource, toldIn } from '../validate/client-names.ts'
import type { BinderParts } from './binder.ts'
import { checkAliasTag } from './parser-config.ts'
import { Reading } from './reading.ts'
import type { JsonSchema } from './shape.ts'
import { ValueInput } from './value-input.ts'

/** The `~standard` member: Standard Schema v1 with its JSON Schema. `R` is a promise with asynchronous rules. */
export interface StandardProps<Input, Output = Input, R = StandardResult<Output>>
  extends StandardMembers<Input, Output> {
  readonly validate: (value: unknown) => R
}

/** The `~standard` member of a DTO that is only sent: its JSON Schema. */
export interface StandardMembers<Input, Output = Input> {
  readonly version: 1
  readonly vendor: 'ctxgen'
  readonly jsonSchema: StandardJsonSchema
  readonly types?: { readonly input: Input; readonly output: Output } | undefined
}

/** Standard JSON Schema v1: of what goes in, and of what comes out. */
export interface StandardJsonSchema {
  readonly input: (options: { readonly target: string }) => JsonSchema
  readonly output: (options: { readonly target: string }) => JsonSchema
}

export type StandardResult<T> = { readonly value: T; readonly issues?: undefined } | StandardFailure

interface StandardFailure {
  readonly issues: readonly StandardIssue[]
}

interface StandardIssue {
  readonly message: string
  readonly path: readonly string[]
}

/** The sources of a DTO with a Standard Schema, by the names of its binders. */
export type StandardSource = TextSource | DecodedSource | 'body'
export type TextSource = 'uri' | 'query' | 'header' | 'respHeader' | 'cookie' | 'form'
export type DecodedSource = 'json' | 'msgPack' | 'cbor'

/** Checks a value by the reader and the rules of a binder. */
export function validateBy(
  { dto, isAsync, read }: BinderParts,
  source: StandardSource,
): (value: unknown) => StandardResult<object> | Promise<StandardResult<object>> {
  const check = (value: unknown): StandardResult<object> | Promise<StandardResult<object>> => {
    const unfit = unfitFor(source, value)
    if (unfit !== undefined) return failure([unfit])
    const input = new ValueInput(value, namesIn(source))
    const at = new Reading(input)
    try {
      const { made, broken } = read(at)
      const issues = at.issues()
      if (issues.length > 0) return failure(issues.map((issue) => issueOf(issue, input.names)))
      const found = broken()
      if (found === undefined || !('settled' in found)) return checked(made, found, input.names)
      return found.settled().then((rules) => checked(made, rules, input.names))
    } catch (error) {
      // A limit was exceeded.
      if (error instanceof BindError) return failure(error.issues.map((one) => issueOf(one, input.names)))
      throw error
    }
  }
  return (value) => {
    checkAliasTag(dto)
    const result = check(value)
    return isAsync ? Promise.resolve(result) : result
  }
}

function unfitFor(source: StandardSource, value: unknown): StandardIssue | undefined {
  if (isText(source)) {
    const isRecord = value === undefined || (typeof value === 'object' && value !== null)
    return isRecord && !Array.isArray(value) ? undefined : { message: 'must be an object', path: [] }
  }
  return value === undefined ? { message: 'is required', path: [] } : undefined
}

export function isText(source: StandardSource): source is TextSource {
  return source !== 'body' && source !== 'json' && source !== 'msgPack' && source !== 'cbor'
}

function namesIn(source: StandardSource): NamingSource | 'body' {
  return source === 'msgPack' ? 'msgpack' : source
}

function failure(issues: readonly StandardIssue[]): StandardFailure {
  return { issues }
}

function issueOf(issue: BindIssue, names: NamingSource): StandardIssue {
  const { message, path } = issue
  const isPath = names === 'query' || names === 'form'
  const keys = detailsOf(issue).keys ?? (isPath ? path.split('.') : [path])
  return { message, path: path === '' ? [] : keys.map(String) }
}

function checked(made: object, broken: Issues, names: NamingSource): StandardResult<object> {
  if (broken === undefined) return { value: made }
  return failure(broken.map((rule) => brokenIssue(rule, names)))
}

function brokenIssue(rule: BrokenRule, names: NamingSource): StandardIssue {
  const { message, keys } = toldIn(() => names, rule)
  return { message, path: keys.map(String) }
}
