import type { Exports } from './call-method.ts'
import type { ExpectedError, JsonObject } from './case-types.ts'
import { differences } from './compare.ts'
import { show, showError } from './show.ts'

/** Differences between an error and the one a step expects. */
export function errorDifferences(expected: ExpectedError, error: unknown, runtime: Exports): string[] {
  if (expected.kind === 'value') return differences(expected.value ?? null, error, 'the thrown value')
  const problems = kindProblems(expected.kind, error, runtime)
  if (!(error instanceof Error)) return problems
  for (const key of ['source', 'field', 'status', 'message'] as const) {
    const found: unknown = Reflect.get(error, key)
    if (key in expected && found !== expected[key]) {
      problems.push(`the error's ${key} is ${show(found)}, expected ${show(expected[key])}`)
    }
  }
  if (expected.messageMatch !== undefined && !new RegExp(expected.messageMatch).test(error.message)) {
    problems.push(`the error's message ${show(error.message)} does not match ${expected.messageMatch}`)
  }
  if (expected.causeMatch !== undefined && !new RegExp(expected.causeMatch).test(String(error.cause))) {
    problems.push(`the error's cause ${show(String(error.cause))} does not match ${expected.causeMatch}`)
  }
  if (expected.issues !== undefined) problems.push(...issueProblems(expected.issues, error))
  return problems.length > 0 ? [`${problems.join('; ')} — thrown: ${showError(error)}`] : []
}

function kindProblems(kind: string | undefined, error: unknown, runtime: Exports): string[] {
  if (!(error instanceof Error)) return [`threw ${show(error)}, expected an Error`]
  if (kind === undefined || kind === 'Error') return []
  const builtIn: Exports = { TypeError, RangeError, SyntaxError }
  const type = builtIn[kind] ?? runtime[kind]
  if (typeof type === 'function' && error instanceof type) return []
  return [`threw ${error.constructor.name}, expected ${kind}`]
}

/** The compared members of an issue: those of a BindError or of a ValidationError. */
const bindIssue = ['source', 'path']
const validationIssue = ['path', 'rule', 'param']
/** Compared where a case has them. */
const optionalMembers = ['code', 'expected']

function issueProblems(expected: readonly JsonObject[], error: Error): string[] {
  const found: unknown = Reflect.get(error, 'issues')
  if (!Array.isArray(found)) return [`the error has no list of issues`]
  const isBind = expected.some((issue) => 'source' in issue || 'field' in issue)
  const members = isBind ? bindIssue : validationIssue
  const compared = found.map((issue: unknown, i) => {
    const asked = optionalMembers.filter((key) => key in (expected[i] ?? {}))
    return pick(issue, [...members, ...asked])
  })
  return differences(expected.map(withPath), compared, 'issues')
}

/** The cases call the path of an issue `field`. */
function withPath({ field, ...issue }: JsonObject): JsonObject {
  return field === undefined ? issue : { ...issue, path: field }
}

function pick(issue: unknown, members: readonly string[]): unknown {
  if (typeof issue !== 'object' || issue === null) return issue
  return Object.fromEntries(
    members.filter((key) => key in issue).map((key) => [key, Reflect.get(issue, key)]),
  )
}
