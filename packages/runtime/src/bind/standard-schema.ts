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

export interface StandardFailure {
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

type Validated = StandardResult<object> | Promise<StandardResult<object>>

/** Checks a value by the reader and the rules of a binder. @param only the key to check, if not all of them. */
export function validateBy(
  { dto, isAsync, read }: BinderParts,
  source: StandardSource,
  only?: string,
): (value: unknown) => Validated {
  const isAsked = ({ path }: StandardIssue): boolean => only === undefined || path[0] === only
  const check = (value: unknown): Validated => {
    const unfit = unfitFor(source, value)
    if (unfit !== undefined) return { issues: [unfit] }
    const input = new ValueInput(value, namesIn(source))
    const at = new Reading(input)
    try {
      const { made, broken } = read(at)
      const issues = at
        .issues()
        .map((issue) => issueOf(issue, input.names))
        .filter(isAsked)
      if (issues.length > 0) return { issues }
      const settle = (found: Issues): StandardResult<object> => {
        const rules = only === undefined ? found : found?.filter(({ rule }) => !comparing.test(String(rule)))
        const told = rules?.map((rule) => brokenIssue(rule, input.names)).filter(isAsked)
        return told === undefined || told.length === 0 ? { value: made } : { issues: told }
      }
      const found = broken()
      return found !== undefined && 'settled' in found ? found.settled().then(settle) : settle(found)
    } catch (error) {
      // A limit was exceeded.
      if (error instanceof BindError) return { issues: error.issues.map((one) => issueOf(one, input.names)) }
      throw error
    }
  }
  return (value) => {
    checkAliasTag(dto)
    const result = check(value)
    return isAsync ? Promise.resolve(result) : result
  }
}

/** The names of rules that look at other properties. */
const comparing = /field|_(?:if|unless|with)/

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

function issueOf(issue: BindIssue, names: NamingSource): StandardIssue {
  const { message, path } = issue
  const isPath = names === 'query' || names === 'form'
  const keys = detailsOf(issue).keys ?? (isPath ? path.split('.') : [path])
  return { message, path: path === '' ? [] : keys.map(String) }
}

function brokenIssue(rule: BrokenRule, names: NamingSource): StandardIssue {
  const { message, keys } = toldIn(() => names, rule)
  return { message, path: keys.map(String) }
}
