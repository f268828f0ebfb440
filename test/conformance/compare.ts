import { callMethod } from './call-method.ts'
import type { Json, JsonObject } from './case-types.ts'
import { isObject, markerOf } from './decode-value.ts'
import { show, showError } from './show.ts'

/** Targets of the markers in an expected value. */
export interface CompareScope {
  classOf?(name: string): unknown
  ref?(name: string): unknown
  readonly c?: unknown
  readonly app?: unknown
}

/** Differences so far; the content of a file is read asynchronously, so more may come. */
export interface Comparison {
  readonly problems: string[]
  readonly waiting: Promise<void>[]
}

/** Compares synchronously; for values without `$file`. */
export function differences(
  expected: Json,
  actual: unknown,
  where: string,
  scope: CompareScope = {},
): string[] {
  const comparison: Comparison = { problems: [], waiting: [] }
  compareValue(expected, actual, where, scope, comparison)
  return comparison.problems
}

/** Deep equality by own enumerable properties: the prototype does not matter, `undefined` counts as absent. */
export function compareValue(
  expected: Json,
  actual: unknown,
  where: string,
  scope: CompareScope,
  out: Comparison,
): void {
  if (Array.isArray(expected)) {
    compareArray(expected, actual, where, scope, out)
  } else if (isObject(expected)) {
    const marker = markerOf(expected)
    if (marker === undefined) compareObject(expected, actual, where, scope, out)
    else compareMarked(marker, expected, actual, where, scope, out)
  } else if (actual !== expected) {
    out.problems.push(unlike(where, actual, show(expected)))
  }
}

function unlike(where: string, actual: unknown, expected: string): string {
  return `${where} is ${show(actual)}, expected ${expected}`
}

function compareArray(
  expected: readonly Json[],
  actual: unknown,
  where: string,
  scope: CompareScope,
  out: Comparison,
): void {
  if (!Array.isArray(actual) || actual.length !== expected.length) {
    out.problems.push(unlike(where, actual, show(expected)))
    return
  }
  expected.forEach((item, i) => {
    compareValue(item, actual[i], `${where}[${i}]`, scope, out)
  })
}

function compareObject(
  expected: JsonObject,
  actual: unknown,
  where: string,
  scope: CompareScope,
  out: Comparison,
): void {
  if (!isRecord(actual)) {
    out.problems.push(unlike(where, actual, show(expected)))
    return
  }
  const keys = Object.keys(actual).filter((key) => isData(actual[key]))
  for (const key of keys) {
    if (!Object.hasOwn(expected, key) || isAbsent(expected[key])) {
      out.problems.push(`${where} has "${key}" (${show(actual[key])}), expected ${show(expected)}`)
    }
  }
  for (const [key, value] of Object.entries(expected)) {
    if (isAbsent(value)) continue
    if (!Object.hasOwn(actual, key)) out.problems.push(`${where} lacks "${key}", it is ${show(actual)}`)
    else compareValue(value, actual[key], `${where}.${key}`, scope, out)
  }
}

function isAbsent(value: Json | undefined): boolean {
  return isObject(value) && '$undefined' in value
}

/** Objects that are atomic values rather than records of properties. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return (
    ![Date, Map, Set, RegExp, Error, Promise, ArrayBuffer].some((type) => value instanceof type) &&
    !ArrayBuffer.isView(value)
  )
}

/** Comparison skips functions (the handlers of a route) and `undefined`. */
function isData(value: unknown): boolean {
  if (value === undefined || typeof value === 'function') return false
  return !(Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'function'))
}

function compareMarked(
  marker: string,
  expected: JsonObject,
  actual: unknown,
  where: string,
  scope: CompareScope,
  out: Comparison,
): void {
  const value = expected[marker] ?? null
  const fail = (wanted: string): void => void out.problems.push(unlike(where, actual, wanted))
  switch (marker) {
    case '$undefined':
      if (actual !== undefined) fail('undefined')
      return
    case '$date':
      if (!(actual instanceof Date) || actual.getTime() !== new Date(String(value)).getTime())
        fail(`the Date ${String(value)}`)
      return
    case '$bigint':
      if (typeof actual !== 'bigint' || actual !== BigInt(String(value))) fail(`${String(value)}n`)
      return
    case '$bytes': {
      const bytes = Buffer.from(String(value), 'base64')
      if (!(actual instanceof Uint8Array) || !bytes.equals(actual)) fail(`a Uint8Array ${show(bytes)}`)
      return
    }
    case '$ctx':
      if (actual !== scope.c) fail('the very Ctx')
      return
    case '$app':
      if (actual !== scope.app) fail('the very App')
      return
    case '$ref':
      if (!sameValue(scope.ref?.(String(value)), actual)) fail(`what was saved as "${String(value)}"`)
      return
    case '$class': {
      const type = scope.classOf?.(String(value))
      if (typeof type !== 'function' || !(actual instanceof type)) fail(`an instance of ${String(value)}`)
      else compareValue(expected.value ?? {}, actual, where, scope, out)
      return
    }
    case '$file':
      if (isObject(value)) out.waiting.push(compareFile(value, actual, where, out))
      return
    default:
      out.problems.push(`${where}: ${marker} cannot be expected`)
  }
}

async function compareFile(
  expected: JsonObject,
  actual: unknown,
  where: string,
  out: Comparison,
): Promise<void> {
  if (typeof actual !== 'object' || actual === null) {
    out.problems.push(unlike(where, actual, `a file ${show(expected)}`))
    return
  }
  for (const key of ['filename', 'size', 'type']) {
    const found: unknown = Reflect.get(actual, key)
    if (key in expected && found !== expected[key])
      out.problems.push(unlike(`${where}.${key}`, found, show(expected[key])))
  }
  if (!('content' in expected)) return
  try {
    const text = await callMethod(actual, 'text', [], where)
    if (text !== expected.content) out.problems.push(unlike(`${where}.text()`, text, show(expected.content)))
  } catch (error) {
    out.problems.push(`${where}.text() failed: ${showError(error)}`)
  }
}

/** Equality of two values of the running program, for `$ref`. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime()
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.from(a).equals(b)
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => sameValue(item, b[i]))
  }
  if (!isRecord(a) || !isRecord(b)) return false
  const keys = Object.keys(a).filter((key) => a[key] !== undefined)
  const others = Object.keys(b).filter((key) => b[key] !== undefined)
  return (
    keys.length === others.length && keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]))
  )
}
