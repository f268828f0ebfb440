import { BindError, type BindIssue } from '../error/bind-error.ts'
import { detailsOf } from '../error/issue-details.ts'
import type { Words } from '../error/translator.ts'
import { type BrokenRule, clientIssue, type Issues, type NamingSource } from '../validate/client-names.ts'
import type { BinderParts } from './binder.ts'
import { checkAliasTag } from './parser-config.ts'
import { Reading } from './reading.ts'
import type { JsonSchema } from './shape.ts'
import { ValueInput } from './value-input.ts'

/** The `~standard` member: Standard Schema v1 with its JSON Schema. `R` is a promise with asynchronous rules. */
export interface StandardProps<Input, Output = Input, R = StandardResult<Output>>
  extends StandardMembers<Input, Output> {
  readonly validate: (value: unknown, options?: StandardOptions) => R
}

export interface StandardOptions {
  /** `messages`: the words of a language, from `catalogues` of `@ctxgen/runtime/messages`. */
  readonly libraryOptions?: Readonly<Record<string, unknown>> | undefined
}

/** The `~standard` member of a DTO that is only sent: its JSON Schema. */
export interface StandardMembers<Input, Output = Input> {
  readonly version: 1
  readonly vendor: 'ctxgen'
  readonly jsonSchema: StandardJsonSchema
  readonly types?: { readonly input: Input; readonly output: Output } | undefined
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
  parts: BinderParts,
  source: StandardSource,
  only?: string,
): (value: unknown, options?: StandardOptions) => Validated {
  const { dto, isAsync } = parts
  const isAsked = ({ path }: StandardIssue): boolean => only === undefined || path[0] === only
  const failed = (issues: readonly BindIssue[], told: Told): StandardFailure => ({
    issues: issues.map((issue) => issueOf(issue, told)).filter(isAsked),
  })
  const settled = (made: object, found: Issues, told: Told): StandardResult<object> => {
    if (found === undefined) return { value: made }
    const asked = only === undefined ? found : found.filter(({ rule }) => !comparing.test(String(rule)))
    const issues = asked.map((rule) => brokenIssue(rule, told)).filter(isAsked)
    return issues.length === 0 ? { value: made } : { issues }
  }
  const check = (value: unknown, words: Words | undefined): Validated => {
    const unfit = unfitFor(source, value)
    if (unfit !== undefined) return { issues: [unfit] }
    const input = new ValueInput(value, namesIn(source))
    const at = new Reading(input)
    try {
      const made = parts.read(at)
      const faults = at.issues()
      const failure = faults.length === 0 ? undefined : failed(faults, { names: input.names, words })
      if (failure !== undefined && failure.issues.length > 0) return failure
      const found = parts.broken(made)
      if (found === undefined) return { value: made }
      const told = { names: input.names, words }
      return 'settled' in found
        ? found.settled().then((issues) => settled(made, issues, told))
        : settled(made, found, told)
    } catch (error) {
      // A limit was exceeded.
      if (error instanceof BindError)
        return { issues: error.issues.map((one) => issueOf(one, { names: input.names, words })) }
      throw error
    }
  }
  return (value, options) => {
    checkAliasTag(dto)
    const result = check(value, wordsIn(options))
    return isAsync ? Promise.resolve(result) : result
  }
}

/** Whose names an issue has, and in which language. */
interface Told {
  readonly names: NamingSource
  readonly words: Words | undefined
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

function wordsIn(options: StandardOptions | undefined): Words | undefined {
  const words = options?.libraryOptions?.['messages']
  return isWords(words) ? words : undefined
}

function isWords(value: unknown): value is Words {
  return typeof value === 'object' && value !== null && 'ruleMessage' in value
}

function issueOf(issue: BindIssue, { names, words }: Told): StandardIssue {
  const { path } = issue
  const isPath = names === 'query' || names === 'form'
  const keys = detailsOf(issue).keys ?? (isPath ? path.split('.') : [path])
  return { message: words?.faultMessage(issue) ?? issue.message, path: path === '' ? [] : keys.map(String) }
}

function brokenIssue(rule: BrokenRule, { names, words }: Told): StandardIssue {
  const issue = clientIssue(rule, { source: 'body', names, isDecoded: true })
  return {
    message: words?.ruleMessage(issue) ?? issue.message,
    path: (detailsOf(issue).keys ?? []).map(String),
  }
}
