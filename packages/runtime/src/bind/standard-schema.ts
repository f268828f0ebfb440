import type { Issues } from '../validate/issues.ts'
import { Faults } from './faults.ts'
import type { JsonReader } from './json-values.ts'

/** A JSON Schema as a plain object. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The `~standard` member: Standard Schema v1, with its JSON Schema companion. */
export interface StandardProps<T> {
  readonly version: 1
  readonly vendor: 'ctxgen'
  readonly validate: (value: unknown) => StandardResult<T>
  readonly jsonSchema: {
    readonly input: (options: { readonly target: string }) => JsonSchema
    readonly output: (options: { readonly target: string }) => JsonSchema
  }
  readonly types?: { readonly input: T; readonly output: T }
}

export type StandardResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path: readonly string[] }[] }

/** Stands for the value itself at the head of every path. */
const root = '$'

/** Reads a decoded value as a DTO, for libraries that take any Standard Schema. */
export function standardSchema<T>(
  read: JsonReader<T>,
  schema: () => object,
  check?: (value: T) => Issues,
): StandardProps<T> {
  const draft = ({ target }: { readonly target: string }): JsonSchema => {
    if (target !== 'draft-2020-12')
      throw new Error(`There is no JSON Schema for ${target}, only for draft-2020-12`)
    return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema() }
  }
  return {
    version: 1,
    vendor: 'ctxgen',
    validate: (value) => validate(value, read, check),
    jsonSchema: { input: draft, output: draft },
  }
}

function validate<T>(
  value: unknown,
  read: JsonReader<T>,
  check: ((value: T) => Issues) | undefined,
): StandardResult<T> {
  const faults = new Faults()
  faults.source = 'body'
  const result = read(value, root, faults)
  if (result === undefined) faults.missing(root)
  const issues = faults.issues()
  if (issues.length === 0 && result !== undefined) {
    const broken = check?.(result)
    if (broken === undefined) return { value: result }
    return { issues: broken.map(({ message, path }) => ({ message, path: path.split('.') })) }
  }
  return { issues: issues.map(({ message, field }) => ({ message, path: field.split('.').slice(1) })) }
}
