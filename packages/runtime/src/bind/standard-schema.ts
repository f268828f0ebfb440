import { BindError, type BindIssue } from '../error/bind-error.ts'
import { detailsOf } from '../error/issue-details.ts'
import { toldIn } from '../validate/client-names.ts'
import type { Issues } from '../validate/issues.ts'
import { noRequest } from '../validate/rule-context.ts'
import type { Rules } from '../validate/rules.ts'
import { type BindInput, defaultBindSettings } from './bind-input.ts'
import { readRoot } from './body.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { Reading } from './reading.ts'
import type { JsonSchema, Shape } from './shape.ts'
import { issuesOf, type SomeRules } from './validated.ts'

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

/** Reads a decoded value as a DTO, for libraries that take any Standard Schema. */
export function standardSchema<T>(shape: Shape<T>, rules?: Rules<T>): StandardProps<T> {
  return {
    ...standardMembers(shape),
    validate: (value) => {
      const result = readValue(value, shape)
      return result.issues === undefined ? checked(result.value, rules?.issues(result.value)) : result
    },
  }
}

/** As {@link standardSchema}, with asynchronous rules. */
export function standardSchemaAsync<T>(shape: Shape<T>, rules?: SomeRules<T>): AsyncStandardProps<T> {
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
export function sentSchema<T>(shape: Shape<unknown>): StandardMembers<T> {
  return standardMembers(shape)
}

function standardMembers<T>(shape: Shape<unknown>): StandardMembers<T> {
  const draft = ({ target }: { readonly target: string }): JsonSchema => {
    if (target !== 'draft-2020-12')
      throw new Error(`There is no JSON Schema for ${target}, only for draft-2020-12`)
    return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...jsonSchemaOf(shape) }
  }
  return { version: 1, vendor: 'ctxgen', jsonSchema: { input: draft, output: draft } }
}

/** Of a value that came by no request. */
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

function readValue<T>(value: unknown, shape: Shape<T>): StandardResult<T> {
  if (value === undefined) return { issues: [{ message: 'is required', path: [] }] }
  const at = new Reading(noInput)
  at.source = 'body'
  at.isDecoded = true
  try {
    const read = readRoot(value, shape, at)
    const issues = at.issues()
    return issues.length === 0 ? { value: read } : failure(issues)
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
