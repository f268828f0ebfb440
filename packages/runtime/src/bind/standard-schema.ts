import { BindError, type BindIssue } from '../error/bind-error.ts'
import { detailsOf } from '../error/issue-details.ts'
import type { Issues } from '../validate/client-names.ts'
import { toldIn } from '../validate/client-names.ts'
import { noRequest } from '../validate/rule-context.ts'
import type { Rules } from '../validate/rules.ts'
import { type BindInput, defaultBindSettings } from './bind-input.ts'
import { readRoot } from './body.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { Reading } from './reading.ts'
import type { JsonSchema } from './shape.ts'
import { issuesOf, type SomeRules } from './validated.ts'
import type { WholeShape } from './value-shape.ts'

/** The `~standard` member: Standard Schema v1 with its JSON Schema. */
export interface StandardProps<T> extends StandardMembers<T> {
  readonly validate: (value: unknown) => StandardResult<T>
}

/** {@link StandardProps} with asynchronous rules. */
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

/** Reads a decoded value as a DTO, for libraries that accept any Standard Schema. */
export function standardSchema<T>(shape: WholeShape<T>, rules?: Rules<T>): StandardProps<T> {
  return {
    ...standardMembers(shape),
    validate: (value) => {
      const result = readValue(value, shape)
      return result.issues === undefined ? checked(result.value, rules?.issues(result.value)) : result
    },
  }
}

/** {@link standardSchema} with asynchronous rules. */
export function standardSchemaAsync<T>(shape: WholeShape<T>, rules?: SomeRules<T>): AsyncStandardProps<T> {
  return {
    ...standardMembers(shape),
    validate: async (value) => {
      const result = readValue(value, shape)
      if (result.issues !== undefined) return result
      return checked(result.value, await issuesOf(rules, result.value, noRequest))
    },
  }
}

/** The JSON Schema of a DTO that is only sent. */
export function sentSchema<T>(shape: WholeShape<unknown>): StandardMembers<T> {
  return standardMembers(shape)
}

function standardMembers<T>(shape: WholeShape<unknown>): StandardMembers<T> {
  const draft = ({ target }: { readonly target: string }): JsonSchema => {
    if (target !== 'draft-2020-12')
      throw new Error(`The JSON Schema target ${target} is not supported, only draft-2020-12`)
    return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...jsonSchemaOf(shape) }
  }
  return { version: 1, vendor: 'ctxgen', jsonSchema: { input: draft, output: draft } }
}

/** For a value without a request. */
const noInput: BindInput = {
  rawQuery: () => '',
  routeParam: () => undefined,
  routeParamNames: () => [],
  contentType: () => '',
  rawHeaders: () => [],
  rawResponseHeaders: () => [],
  bodyBytes: () => new Uint8Array(),
  bindSettings: () => defaultBindSettings,
}

function readValue<T>(value: unknown, shape: WholeShape<T>): StandardResult<T> {
  if (value === undefined) return { issues: [{ message: 'is required', path: [] }] }
  const at = new Reading(noInput)
  at.source = 'body'
  at.isDecoded = true
  try {
    const read = readRoot(value, shape, at)
    const issues = at.issues()
    return issues.length === 0 ? { value: read } : failure(issues)
  } catch (error) {
    // The value is nested beyond the limit.
    if (error instanceof BindError) return failure(error.issues)
    throw error
  }
}

function failure(issues: readonly BindIssue[]): StandardFailure {
  return {
    issues: issues.map((issue) => ({
      message: issue.message,
      path: issue.path === '' ? [] : (detailsOf(issue).keys ?? []).map(String),
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
