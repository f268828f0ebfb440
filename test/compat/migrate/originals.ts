import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Library } from '@ctxgen/codegen/migrate'
import { cache } from './folders.ts'

export interface Issue {
  readonly path: readonly (string | number)[]
  /** The name of the failed rule in its library. */
  readonly code: string
  readonly message: string
}

/** The verdict of a schema or a DTO. */
export type Outcome =
  | { readonly value: unknown }
  | { readonly issues: readonly Issue[] }
  /** It, or a function of the project in it, threw. */
  | { readonly threw: string }

/** A schema or class, as it judges. */
export interface Original {
  judge(value: unknown): Promise<Outcome>
  /** `undefined` where there is none. */
  readonly jsonSchema: unknown
  /** Whether `judge` gives the value as a handler gets it. */
  readonly converts: boolean
  /** Whether it tests the type of what is at a path; a class without decorators for that does not. */
  checks(path: readonly (string | number)[], at: unknown): boolean
}

const always = (): boolean => true

/** Loads the polyfill that decorators call. */
export async function prepare(kind: Library): Promise<void> {
  if (kind === 'class-validator') await library('reflect-metadata')
}

/** `undefined` for what is no schema of the library. */
export async function originalOf(kind: Library, declared: unknown): Promise<Original | undefined> {
  switch (kind) {
    case 'zod':
      return ofZod(declared)
    case 'typebox':
      return ofTypeBox(declared)
    case 'class-validator':
      return typeof declared === 'function' ? ofClass(declared) : undefined
  }
}

interface ZodIssue {
  readonly path: readonly (string | number)[]
  readonly code: string
  readonly message: string
  readonly errors?: readonly (readonly ZodIssue[])[]
  readonly unionErrors?: readonly { readonly issues: readonly ZodIssue[] }[]
}

interface ZodSchema {
  readonly _zod?: object
  safeParseAsync(
    value: unknown,
  ): Promise<{ success: true; data: unknown } | { success: false; error: { issues: readonly ZodIssue[] } }>
}

async function ofZod(declared: unknown): Promise<Original | undefined> {
  const schema = declared as ZodSchema | undefined
  if (typeof schema?.safeParseAsync !== 'function') return undefined
  const judge = async (value: unknown, rounds = 4): Promise<Outcome> => {
    try {
      const result = await schema.safeParseAsync(value)
      if (result.success) return { value: result.data }
      const issues = result.error.issues.flatMap((one) => flat(one, []))
      const dated = rounds === 0 ? undefined : withDates(value, issues)
      return dated === undefined ? { issues } : await judge(dated, rounds - 1)
    } catch (error) {
      return { threw: String(error) }
    }
  }
  return { judge, jsonSchema: await zodJsonSchema(schema), converts: true, checks: always }
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** `z.date()` takes no JSON: it gets the date that a text is. `undefined` where nothing changes. */
function withDates(value: unknown, issues: readonly Issue[]): unknown {
  let isChanged = false
  const copy: unknown = structuredClone(value)
  for (const { path, message } of issues) {
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], copy)
    const at = (parent as Record<string, unknown> | undefined)?.[String(path.at(-1))]
    const isDate = /expected date/i.test(message) && typeof at === 'string' && dateTime.test(at)
    if (!isDate || Number.isNaN(Date.parse(at))) continue
    ;(parent as Record<string, unknown>)[String(path.at(-1))] = new Date(at)
    isChanged = true
  }
  return isChanged ? copy : undefined
}

/** Issues inside a union stand beside that of the union. */
function flat(issue: ZodIssue, at: readonly (string | number)[]): readonly Issue[] {
  const path = [...at, ...issue.path]
  const v4 = (issue.errors ?? []).flatMap((branch) => branch.flatMap((one) => flat(one, path)))
  const v3 = (issue.unionErrors ?? []).flatMap(({ issues }) => issues.flatMap((one) => flat(one, at)))
  return [{ path, code: issue.code, message: issue.message }, ...v4, ...v3]
}

async function zodJsonSchema(schema: ZodSchema): Promise<unknown> {
  try {
    if (schema._zod !== undefined) {
      const { toJSONSchema } = await library<{
        toJSONSchema: (schema: unknown, options: object) => unknown
      }>('zod')
      return toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    }
    const { zodToJsonSchema } = await library<{
      zodToJsonSchema: (schema: unknown) => unknown
    }>('zod-to-json-schema')
    return zodToJsonSchema(schema)
  } catch {
    return undefined
  }
}

interface TypeBoxError {
  readonly path?: string
  readonly instancePath?: string
  readonly keyword?: string
  readonly message: string
  readonly type?: number
  readonly errors?: readonly Iterable<TypeBoxError>[]
}

interface TypeBoxValue {
  readonly Value: {
    Check(schema: unknown, value: unknown): boolean
    Errors(schema: unknown, value: unknown): Iterable<TypeBoxError>
  }
}

async function ofTypeBox(declared: unknown): Promise<Original | undefined> {
  if (typeof declared !== 'object' || declared === null) return undefined
  const isOld = Object.getOwnPropertySymbols(declared).some(
    ({ description }) => description === 'TypeBox.Kind',
  )
  if (!isOld && !('~kind' in declared)) return undefined
  const { Value } = await library<TypeBoxValue>(isOld ? '@sinclair/typebox/value' : 'typebox/value')
  if (isOld) await setFormats()
  const judge = async (value: unknown): Promise<Outcome> => {
    try {
      const filled = withDefaults(declared, value)
      if (Value.Check(declared, filled)) return { value: filled }
      return { issues: [...Value.Errors(declared, filled)].flatMap(typeBoxIssues) }
    } catch (error) {
      return { threw: String(error) }
    }
  }
  return { judge, jsonSchema: JSON.parse(JSON.stringify(declared)), converts: false, checks: always }
}

interface WithDefaults {
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, WithDefaults>>
  readonly items?: WithDefaults
}

/** As Ajv with `useDefaults`, which Fastify sets: of properties that are absent. */
function withDefaults(schema: WithDefaults, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withDefaults(schema.items ?? {}, one))
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = { ...value }
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    if (Object.hasOwn(copy, name)) copy[name] = withDefaults(member, copy[name])
    else if (member.default !== undefined) copy[name] = member.default
  }
  return copy
}

function typeBoxIssues(error: TypeBoxError): readonly Issue[] {
  const { path, instancePath, message, type, keyword, errors = [] } = error
  const parts = (path ?? instancePath ?? '').split('/').slice(1)
  const own = {
    path: parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')),
    code: keyword ?? String(type),
    message,
  }
  return [own, ...errors.flatMap((inner) => [...inner].flatMap(typeBoxIssues))]
}

let hasFormats = false

/** TypeBox knows no format by itself: those of ajv-formats, as with Fastify. */
async function setFormats(): Promise<void> {
  if (hasFormats) return
  hasFormats = true
  const { FormatRegistry } = await library<{
    FormatRegistry: { Set(name: string, test: (text: string) => boolean): void }
  }>('@sinclair/typebox')
  const { fullFormats } = await library<{ fullFormats: Record<string, Format> }>(
    'ajv-formats/dist/formats.js',
  )
  for (const [name, format] of Object.entries(fullFormats))
    FormatRegistry.Set(name, (text) => fits(format, text))
}

type Format = boolean | RegExp | ((text: string) => boolean) | { readonly validate: Format }

function fits(format: Format, text: string): boolean {
  if (typeof format === 'boolean') return format
  if (format instanceof RegExp) {
    format.lastIndex = 0
    return format.test(text)
  }
  return typeof format === 'function' ? format(text) : fits(format.validate, text)
}

interface ClassError {
  readonly property: string
  readonly constraints?: Readonly<Record<string, string>>
  readonly children?: readonly ClassError[]
}

interface MetadataStorage {
  getTargetValidationMetadatas(
    target: unknown,
    schema: string,
    always: boolean,
    strictGroups: boolean,
  ): readonly {
    readonly propertyName: string
    readonly type: string
    readonly name?: string
    readonly each?: boolean
  }[]
}

interface TypeStorage {
  findTypeMetadata(
    target: unknown,
    name: string | number,
  ): { readonly typeFunction?: () => unknown } | undefined
}

/** Whether a decorator refuses values of other types. */
function tests(type: string, rule: string): boolean {
  if (/^(?:whitelistValidation|conditionalValidation|nestedValidation)$/.test(type)) return false
  return !/^(?:isNotEmpty|isDefined|arrayNotEmpty|notEquals)$/.test(rule)
}

/** As Nest's ValidationPipe with `transform` and `whitelist`. */
async function ofClass(declared: object): Promise<Original> {
  const { plainToInstance, instanceToPlain } = await library<{
    plainToInstance: (type: unknown, value: unknown) => object
    instanceToPlain: (value: object) => unknown
  }>('class-transformer')
  const { validate, getMetadataStorage } = await library<{
    validate: (value: object, options: object) => Promise<readonly ClassError[]>
    getMetadataStorage: () => MetadataStorage
  }>('class-validator')
  const { defaultMetadataStorage: types } = await library<{ defaultMetadataStorage: TypeStorage }>(
    'class-transformer/cjs/storage.js',
  )
  const checks = (path: readonly (string | number)[], at: unknown, of: unknown = declared): boolean => {
    const [name, ...below] = path
    if (name === undefined) return true
    const isElement = /^\d+$/.test(String(below[0]))
    const rest = isElement ? below.slice(1) : below
    const found = getMetadataStorage()
      .getTargetValidationMetadatas(of, '', false, false)
      .filter(({ propertyName }) => propertyName === name)
    const isNested = found.some(({ type }) => type === 'nestedValidation')
    if (rest.length > 0) {
      const inner = types.findTypeMetadata(of, name)?.typeFunction?.()
      return isNested && inner !== undefined && checks(rest, at, inner)
    }
    // ValidateNested passes over an absent property and a list.
    if (isNested && at !== undefined && !Array.isArray(at)) return true
    return found.some(
      ({ type, name: rule, each }) => (each === true || !isElement) && tests(type, rule ?? ''),
    )
  }
  const judge = async (value: unknown): Promise<Outcome> => {
    try {
      const made = plainToInstance(declared, value)
      const errors = await validate(made, { whitelist: true, forbidUnknownValues: false })
      if (errors.length > 0) return { issues: errors.flatMap((one) => classIssues(one, [])) }
      return { value: instanceToPlain(made) }
    } catch (error) {
      return { threw: String(error) }
    }
  }
  return { judge, jsonSchema: undefined, converts: true, checks }
}

function classIssues(
  { property, constraints = {}, children = [] }: ClassError,
  at: readonly string[],
): readonly Issue[] {
  const path = [...at, property]
  const own = Object.entries(constraints).map(([code, message]) => ({ path, code, message }))
  return [...own, ...children.flatMap((one) => classIssues(one, path))]
}

type Import = (name: string) => Promise<unknown>

/** Imports as the bundles do, so that both have the same module. */
async function library<T>(name: string): Promise<T> {
  const path = join(cache, 'import.mjs')
  if (!existsSync(path)) writeFileSync(path, 'export const library = (name) => import(name)\n')
  const { library } = (await import(pathToFileURL(path).href)) as { library: Import }
  return (await library(name)) as T
}
