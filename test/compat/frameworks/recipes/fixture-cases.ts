import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BindError, type BindInput, ValidationError } from '@ctxgen/runtime'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { bindInput } from '../../../support/bind-input.ts'
import { type BinderCase, readBinderCases } from '../../../support/binder-cases.ts'
import { fixtureFolders } from '../../../support/fixture-folders.ts'

/** A source that other libraries hand over. */
export type Source = 'query' | 'json' | 'form'

/** A case of the fixtures, and the answer of the binder itself. */
export interface FixtureCase {
  readonly name: string
  readonly request: BinderCase
  readonly schema: StandardSchemaV1
  readonly bind: (input: BindInput) => unknown
  readonly expected: string
}

const words: Readonly<Record<Source, string>> = { query: 'Query', json: 'Json', form: 'Form' }

/** The cases of a source that need no setting of the app. */
export async function fixtureCases(source: Source): Promise<readonly FixtureCase[]> {
  const found: FixtureCase[] = []
  for (const { name, path } of fixtureFolders('valid')) {
    const generated: Record<string, unknown> = await import(pathToFileURL(join(path, 'dto.bind.ts')).href)
    for (const request of readBinderCases(join(path, 'cases.json'))) {
      if (request.settings !== undefined || request.parser !== undefined || request.out !== undefined)
        continue
      for (const binder of request.binders) {
        const dto =
          binder.startsWith(`bind${words[source]}`) && generated[binder.slice(4 + words[source].length)]
        const schema: unknown = dto && Reflect.get(Object(dto), source)
        const bind = generated[binder]
        if (!isSchema(schema) || !isBinder(bind) || !isSendable(request, source)) continue
        const expected = await answerOf(() => bind(inputOf(request)))
        found.push({ name: `${name}: ${request.name} (${binder})`, request, schema, bind, expected })
      }
    }
  }
  return found
}

/** Libraries read JSON by `JSON.parse`, which rounds large integers; multipart and XML are other formats. */
function isSendable(request: BinderCase, source: Source): boolean {
  const { body, bodyHex, contentType = '' } = request
  if (source === 'query') return true
  if (bodyHex !== undefined || body === undefined) return false
  if (source === 'form') return contentType.startsWith('application/x-www-form-urlencoded')
  const text = bodyText(request)
  return (
    (contentType === '' || contentType === 'application/json') &&
    isJson(text) &&
    !/\d{16}|e\+?\d{2}/i.test(text)
  )
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isSchema(value: unknown): value is StandardSchemaV1 {
  return typeof value === 'function' && '~standard' in value
}

function isBinder(value: unknown): value is FixtureCase['bind'] {
  return typeof value === 'function'
}

function inputOf(request: BinderCase): BindInput {
  const { body, bodyHex: _, ...parts } = request
  const contentType = request.contentType ?? (body === undefined ? '' : 'application/json')
  return bindInput({ ...parts, contentType, body: bodyText(request) })
}

/** The body as it is sent. */
export function bodyText({ body = '' }: BinderCase): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** A text for a value or for the places of its issues, equal for equal answers. */
export async function answerOf(bind: () => unknown): Promise<string> {
  try {
    return valueText(await bind())
  } catch (error) {
    if (error instanceof BindError || error instanceof ValidationError) {
      return issueText(error.issues.map(({ path, message }) => ({ path: path.split('.'), message })))
    }
    throw error
  }
}

export function valueText(value: unknown): string {
  return (
    JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one)) ?? 'undefined'
  )
}

export function issueText(issues: readonly StandardSchemaV1.Issue[]): string {
  return issues.map(({ path = [], message }) => `${path.map(keyText).join('.')}: ${message}`).join('\n')
}

function keyText(segment: PropertyKey | StandardSchemaV1.PathSegment): string {
  return String(typeof segment === 'object' ? segment.key : segment)
}
