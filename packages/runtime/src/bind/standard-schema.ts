import { BindError, type BindIssue } from '../error/bind-error.ts'
import { detailsOf } from '../error/issue-details.ts'
import { toldIn } from '../validate/client-names.ts'
import type { Issues } from '../validate/issues.ts'
import { type Answers, settled } from '../validate/pending-issues.ts'
import { noRequest, type RuleContext } from '../validate/rule-context.ts'
import { defaultBindSettings } from './bind-input.ts'
import { Faults } from './faults.ts'
import type { JsonObject } from './json-body.ts'
import { enterObject, type JsonReader } from './json-values.ts'
import { parserConfig } from './parser-config.ts'
import type { Taker } from './take-values.ts'

/** A JSON Schema as a plain object. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The `~standard` member: Standard Schema v1, with its JSON Schema companion. */
export interface StandardProps<T> extends StandardMembers<T> {
  readonly validate: (value: unknown) => StandardResult<T>
}

/** As {@link StandardProps}, with asynchronous rules. */
export interface AsyncStandardProps<T> extends StandardMembers<T> {
  readonly validate: (value: unknown) => Promise<StandardResult<T>>
}

/** The `~standard` member of a DTO that is only sent: its JSON Schema. */
export interface StandardMembers<T> {
  readonly version: 1
  readonly vendor: 'ctxgen'
  readonly jsonSchema: {
    readonly input: (options: { readonly target: string }) => JsonSchema
    readonly output: (options: { readonly target: string }) => JsonSchema
  }
  readonly types?: { readonly input: T; readonly output: T }
}

export type StandardResult<T> = { readonly value: T; readonly issues?: undefined } | StandardFailure

interface StandardFailure {
  readonly issues: readonly { readonly message: string; readonly path: readonly string[] }[]
}

/** Stands for the value itself at the head of every path. */
const root = '$'

/** Reads a decoded value as a DTO, for libraries that take any Standard Schema. `take` does so where it is without fault. */
export function standardSchema<T>(
  read: JsonReader<T>,
  schema: () => object,
  check?: (value: T) => Issues,
  take?: Taker<T>,
): StandardProps<T> {
  return {
    ...standardMembers(schema),
    validate: (value) => {
      const result = readValue(value, read, take)
      return result.issues === undefined ? checked(result.value, check?.(result.value)) : result
    },
  }
}

/** As {@link standardSchema}, with asynchronous rules. */
export function standardSchemaAsync<T>(
  read: JsonReader<T>,
  schema: () => object,
  check: (value: T, context: RuleContext) => Answers,
  take?: Taker<T>,
): AsyncStandardProps<T> {
  return {
    ...standardMembers(schema),
    validate: async (value) => {
      const result = readValue(value, read, take)
      if (result.issues !== undefined) return result
      return checked(result.value, await settled(check(result.value, noRequest)))
    },
  }
}

/**
 * The reader of a decoded value that does what a binder of JSON does behind the decoding: `draft` takes the members, `fill`
 * makes the result of them. For values that stand alone.
 */
export function readerOf<T, D>(
  keys: readonly string[],
  draft: (json: JsonObject, faults: Faults) => D,
  fill: (draft: D, out: undefined, faults: Faults) => T,
): JsonReader<T> {
  return (value, key, faults) => {
    const json = enterObject(value, key, keys, faults)
    if (json === undefined) return undefined
    return fill(draft(json, faults), undefined, faults)
  }
}

/** The JSON Schema of a DTO that is only sent. */
export function sentSchema<T>(schema: () => object): StandardMembers<T> {
  return standardMembers(schema)
}

function standardMembers<T>(schema: () => object): StandardMembers<T> {
  const draft = ({ target }: { readonly target: string }): JsonSchema => {
    if (target !== 'draft-2020-12')
      throw new Error(`There is no JSON Schema for ${target}, only for draft-2020-12`)
    return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema() }
  }
  return { version: 1, vendor: 'ctxgen', jsonSchema: { input: draft, output: draft } }
}

function readValue<T>(value: unknown, read: JsonReader<T>, take: Taker<T> | undefined): StandardResult<T> {
  const taken = parserConfig().ignoreUnknownKeys ? take?.(value, defaultBindSettings.maxDepth) : undefined
  if (taken !== undefined) return { value: taken }
  const faults = new Faults()
  faults.source = 'body'
  faults.isDecoded = true
  faults.isAsked = true
  try {
    const result = read(value, root, faults)
    if (result === undefined) faults.missing(root)
    const issues = faults.issues()
    return result !== undefined && issues.length === 0 ? { value: result } : failure(issues)
  } catch (error) {
    // Nested past the limit.
    if (error instanceof BindError) return failure(error.issues)
    throw error
  }
}

function failure(issues: readonly BindIssue[]): StandardFailure {
  return {
    issues: issues.map((issue) => ({
      message: issue.message,
      path: (detailsOf(issue).keys ?? []).slice(1).map(String),
    })),
  }
}

function checked<T>(value: T, broken: Issues): StandardResult<T> {
  if (broken === undefined) return { value }
  const issues = broken.map((rule) => {
    const { message, keys } = toldIn(() => 'json', rule)
    return { message, path: keys.map(String) }
  })
  return { issues }
}
