import type { Issues } from '../validate/issues.ts'
import { defaultBindSettings } from './bind-input.ts'
import { Faults } from './faults.ts'
import type { JsonReader } from './json-values.ts'
import { parserConfig } from './parser-config.ts'
import type { Taker } from './take-values.ts'

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

/** Reads a decoded value as a DTO, for libraries that take any Standard Schema. `take` does so where it is without fault. */
export function standardSchema<T>(
  read: JsonReader<T>,
  schema: () => object,
  check?: (value: T) => Issues,
  take?: Taker<T>,
): StandardProps<T> {
  const draft = ({ target }: { readonly target: string }): JsonSchema => {
    if (target !== 'draft-2020-12')
      throw new Error(`There is no JSON Schema for ${target}, only for draft-2020-12`)
    return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema() }
  }
  return {
    version: 1,
    vendor: 'ctxgen',
    validate: (value) => validate(value, read, check, take),
    jsonSchema: { input: draft, output: draft },
  }
}

function validate<T>(
  value: unknown,
  read: JsonReader<T>,
  check: ((value: T) => Issues) | undefined,
  take: Taker<T> | undefined,
): StandardResult<T> {
  const taken = parserConfig().ignoreUnknownKeys ? take?.(value, defaultBindSettings.maxDepth) : undefined
  return taken === undefined ? readAgain(value, read, check) : checked(taken, check)
}

/** Reads the value with every fault. */
function readAgain<T>(
  value: unknown,
  read: JsonReader<T>,
  check: ((value: T) => Issues) | undefined,
): StandardResult<T> {
  const faults = new Faults()
  faults.source = 'body'
  const result = read(value, root, faults)
  if (result === undefined) faults.missing(root)
  const issues = faults.issues()
  if (issues.length === 0 && result !== undefined) return checked(result, check)
  return { issues: issues.map(({ message, field }) => ({ message, path: field.split('.').slice(1) })) }
}

function checked<T>(value: T, check: ((value: T) => Issues) | undefined): StandardResult<T> {
  const broken = check?.(value)
  if (broken === undefined) return { value }
  return { issues: broken.map(({ message, path }) => ({ message, path: path.split('.') })) }
}
