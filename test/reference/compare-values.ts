import { FileHeader } from '@ctxgen/runtime'
import { DecodedWhole } from './bind-decoded.ts'
import type { Got } from './call-generated.ts'
import { ReferenceFile } from './decode-multipart.ts'
import type { Issue, Outcome } from './outcome.ts'
import { ReferenceInstance } from './read-scalar.ts'

/** The first difference, or `undefined` if both agree in every respect. */
export function differenceOf(expected: Outcome, got: Got): string | undefined {
  if (got.kind === 'crash') return `crashed with ${String(got.error)}`
  if (expected.kind === 'open') return undefined
  if (expected.kind === 'value' && got.kind === 'value')
    return named('value', differ(expected.value, got.value))
  const told = expected.kind === 'issues' ? expected.issues : []
  const found = (expected.kind === 'issues' ? expected.found : undefined) ?? told.length
  if (got.kind === 'issues' && mayBeCut(told, found, got.issues.length)) return unknownTo(told, got.issues)
  const [only] = told
  if (
    only?.isLast &&
    got.kind === 'issues' &&
    got.issues.length === 1 &&
    got.issues[0]?.source === only.source
  )
    return undefined
  // The message alone does not show whether a value is missing or wrong.
  const isLoose = told.some((issue) => issue.isLoose || issue.isAmongWrong)
  const optional = new Set(told.filter((issue) => issue.isOptional && issue.reason === 'missing').map(keyOf))
  return named('outcome', differ(bestEffort(expected, optional, isLoose), bestEffort(got, optional, isLoose)))
}

/**
 * Whether the runtime may have stopped collecting issues: at 1000, or at 2^18 characters, some of which it
 * drops again.
 */
function mayBeCut(issues: readonly Issue[], found: number, got: number): boolean {
  if (found > 900) return true
  if (got >= issues.length) return false
  if (got > 500) return true
  return issues.reduce((sum, { field }) => sum + field.length, 0) > 2 ** 16
}

function unknownTo(told: readonly Issue[], issues: readonly Issue[]): string | undefined {
  // The missing properties reported by an aborted bind are open.
  if (told.length > 900 && issues.length > 0) return undefined
  const known = new Set(told.map(keyOf))
  const other = issues.map(keyOf).find((key) => !known.has(key))
  if (issues.length > 0 && other === undefined) return undefined
  return `outcome.issues: ${other ?? 'none'} of very many`
}

function named(what: string, difference: string | undefined): string | undefined {
  return difference === undefined ? undefined : what + difference
}

/** `field` is best effort by contract: an empty key of a record may add nothing to its end. */
function bestEffort(outcome: Got, optional: ReadonlySet<string>, isLoose: boolean): Got {
  if (outcome.kind === 'invalid') return { kind: 'invalid', issues: inSomeOrder(outcome.issues) }
  if (outcome.kind !== 'issues') return outcome
  const issues = outcome.issues
    .map(({ source, reason, field }) => ({ source, reason, field: field.replace(/(?<=[^.])\.+$/, '') }))
    .filter((issue) => !optional.has(keyOf(issue)))
  return { kind: 'issues', issues: isLoose ? sorted(issues) : runsOf(issues).flatMap(sorted) }
}

/** Consecutive issues of one source and reason: optional properties may come last among them. */
function runsOf(issues: readonly Issue[]): readonly (readonly Issue[])[] {
  const runs: Issue[][] = []
  for (const issue of issues) {
    const last = runs.at(-1)?.[0]
    if (last?.source === issue.source && last.reason === issue.reason) runs.at(-1)?.push(issue)
    else runs.push([issue])
  }
  return runs
}

function sorted(issues: readonly Issue[]): Issue[] {
  return [...issues].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** The position of a key like `__proto__` in a decoded body is open. */
function inSomeOrder(issues: readonly string[]): readonly string[] {
  return issues.some((issue) => issue.includes('__proto__')) ? [...issues].sort() : issues
}

function keyOf({ source, field, reason }: Issue): string {
  return `${source} ${field} ${reason}`
}

/** The difference, after its path from `a` and `b`; the path is built only if there is one. */
function differ(a: unknown, b: unknown): string | undefined {
  if (a instanceof DecodedWhole) {
    const isWhole = typeof b === 'bigint' || (typeof b === 'number' && Number.isInteger(b))
    return isWhole && BigInt(b) === a.value ? undefined : `: ${a.value} and ${show(b)}`
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return Object.is(a, b) ? undefined : `: ${show(a)} and ${show(b)}`
  }
  if (a instanceof ReferenceFile) return differInFile(a, b)
  if (a instanceof ReferenceInstance) return differInInstance(a, b)
  // A node Buffer counts as bytes.
  if (a instanceof Uint8Array && b instanceof Uint8Array)
    return hex(a) === hex(b) ? undefined : ': other bytes'
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return ': of different classes'
  if (a instanceof Date && b instanceof Date) {
    return Object.is(a.getTime(), b.getTime()) ? undefined : `: ${show(a)} and ${show(b)}`
  }
  return differInMembers(a, b)
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

function differInFile(a: ReferenceFile, b: object): string | undefined {
  if (!(b instanceof FileHeader)) return ': no file'
  if (b.filename !== a.filename || b.type !== a.type) return ': another name or type'
  return hex(b.bytes()) === hex(a.content) ? undefined : ': other bytes'
}

function differInInstance(a: ReferenceInstance, b: object): string | undefined {
  if (b.constructor.name !== a.className) return ': of another class'
  return Reflect.get(b, 'text') === a.text ? undefined : ': of another text'
}

function differInMembers(a: object, b: object): string | undefined {
  const [keysA, keysB] = [keysOf(a), keysOf(b)]
  if (keysA.length !== keysB.length || keysA.some((key, i) => key !== keysB[i])) {
    return `: members ${show(keysA)} and ${show(keysB)}`
  }
  for (const key of keysA) {
    const other = Object.getOwnPropertyDescriptor(b, key)
    const isPlain = other?.writable && other.configurable && other.enumerable
    if (key !== 'length' && !isPlain) return `.${key}: no plain property`
    const difference = differ(Reflect.get(a, key), other?.value)
    if (difference !== undefined) return `.${key}${difference}`
  }
  return undefined
}

/** In any order: optional properties come last. */
function keysOf(object: object): readonly string[] {
  return Reflect.ownKeys(object).map(String).sort()
}

function show(value: unknown): string {
  return typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? String(value))
}
