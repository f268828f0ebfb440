import { deepStrictEqual, strictEqual } from 'node:assert'
import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import {
  BindError,
  HttpError,
  type ParserConfig,
  setParserDecoder,
  ValidationError,
  type ValidationIssue,
} from '@ctxgen/runtime'
import { cbor } from '@ctxgen/runtime/cbor'
import { msgpack } from '@ctxgen/runtime/msgpack'
import { bindInput, type RequestParts } from './bind-input.ts'

/**
 * A request, and the expected result of generated functions: exactly one of `value`, `error`, `invalid` and
 * `status`.
 */
export interface BinderCase extends Omit<RequestParts, 'body'> {
  readonly name: string
  /** The exported functions under test: `bindQuerySearch`. */
  readonly binders: readonly string[]
  /** A string is sent unchanged, other values as JSON. */
  readonly body?: unknown
  /** A binary body, in hexadecimal digits. */
  readonly bodyHex?: string
  /** The second argument; `value` then describes it afterwards. */
  readonly out?: Readonly<Record<string, unknown>>
  /** Settings of the process, for this case only. */
  readonly parser?: Pick<ParserConfig, 'ignoreUnknownKeys' | 'zeroEmpty'>
  /**
   * `{"$bigint": "1"}`, `{"$date": "…"}` and `{"$undefined": true}` stand for values that JSON cannot
   * write, `{"$record": {…}}` for an object without a prototype.
   */
  readonly value?: unknown
  /** The BindError: its place and, in `issues`, every issue as `source field`. */
  readonly error?: { readonly source: string; readonly field: string; readonly issues?: readonly string[] }
  /** The ValidationError: all of its issues as `path rule`, or `path rule=param`. */
  readonly invalid?: readonly string[]
  /** The status of an HttpError. */
  readonly status?: number
}

/** The exports of a generated file. */
export type Generated = Readonly<Record<string, unknown>>

export function readBinderCases(path: string): readonly BinderCase[] {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Rejects with the failed expectations. */
export async function runBinderCase(one: BinderCase, generated: Generated): Promise<void> {
  for (const binder of one.binders) {
    setParserDecoder(one.parser ?? {})
    try {
      await runBinder(binder, one, generated)
    } finally {
      setParserDecoder({})
    }
  }
}

async function runBinder(name: string, one: BinderCase, generated: Generated): Promise<void> {
  const out = one.out === undefined ? undefined : revive(one.out)
  const got = await outcomeOf(() => call(name, generated, one, out), one)
  deepStrictEqual(got, wanted(one), `${name} gave ${inspect(got, { depth: 8 })}`)
  if (out !== undefined && 'value' in got) strictEqual(got.value, out, `${name} did not return out itself`)
}

function wanted({ value, error, invalid, status }: BinderCase): Outcome {
  if (error !== undefined) return { error }
  if (invalid !== undefined) return { invalid }
  return status === undefined ? { value: revive(value) } : { status }
}

interface Outcome {
  readonly value?: unknown
  readonly error?: BinderCase['error']
  readonly invalid?: readonly string[]
  readonly status?: number
}

/** The members of an issue that the case mentions. */
async function outcomeOf(run: () => unknown, one: BinderCase): Promise<Outcome> {
  try {
    return { value: await run() }
  } catch (error) {
    if (error instanceof HttpError) return { status: error.status }
    if (error instanceof ValidationError) return { invalid: error.issues.map(ruleText) }
    if (!(error instanceof BindError)) throw error
    const { source, field } = error
    if (one.error?.issues === undefined) return { error: { source, field } }
    const issues = error.issues.map((issue) => `${issue.source} ${issue.path}`.trim())
    return { error: { source, field, issues } }
  }
}

function ruleText({ path, rule, param }: ValidationIssue): string {
  return param === undefined ? `${path} ${rule}` : `${path} ${rule}=${param}`
}

function call(name: string, generated: Generated, one: BinderCase, out: unknown): unknown {
  const binder = generated[name]
  if (typeof binder !== 'function') throw new Error(`${name} is not exported`)
  const { body, bodyHex, ...parts } = one
  const contentType = one.contentType ?? (body === undefined ? '' : 'application/json')
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const sent = bodyHex === undefined ? text : Buffer.from(bodyHex, 'hex')
  const settings = { msgPack: msgpack(), cbor: cbor(), ...one.settings }
  const input = bindInput({ ...parts, settings, contentType, ...(sent === undefined ? {} : { body: sent }) })
  return binder(input, out)
}

export function revive(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(revive)
  if ('$bigint' in value) return BigInt(String(value.$bigint))
  if ('$undefined' in value) return undefined
  if ('$date' in value) return new Date(String(value.$date))
  const isRecord = '$record' in value
  const revived: object = isRecord ? Object.create(null) : {}
  for (const [key, member] of Object.entries((isRecord ? value.$record : value) ?? {})) {
    // By definition, not assignment: `__proto__` must become a member.
    Object.defineProperty(revived, key, {
      value: revive(member),
      enumerable: true,
      writable: true,
      configurable: true,
    })
  }
  return revived
}
