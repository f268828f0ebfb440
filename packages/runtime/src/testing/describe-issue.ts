import type { ErrorObject } from 'ajv/dist/2020.js'

/** One line for each difference between a value and its schema: `body.cars[0].doors must be integer: "4"`. */
export function describeIssues(issues: readonly ErrorObject[], root: string): readonly string[] {
  const lines = withoutConsequences(issues).map((issue) => describeIssue(issue, root))
  return [...new Set(lines)]
}

function describeIssue(
  { instancePath, keyword, params, message = '', data }: ErrorObject,
  root: string,
): string {
  const place = placeAt(instancePath, root)
  if (keyword === 'required') return `${place} lacks the property ${params['missingProperty']}`
  if (keyword === 'unevaluatedProperties')
    return `${place} has an undocumented property, ${params['unevaluatedProperty']}`
  if (keyword === 'additionalProperties')
    return `${place} has an undocumented property, ${params['additionalProperty']}`
  return `${place} ${words(keyword, params, message)}: ${shown(data)}`
}

function words(keyword: string, params: Readonly<Record<string, unknown>>, message: string): string {
  if (keyword === 'enum') return `must be one of ${list(params['allowedValues'])}`
  if (keyword === 'const') return `must be ${shown(params['allowedValue'])}`
  if (keyword === 'oneOf' && params['passingSchemas'] !== null)
    return 'fits more than one of the documented forms'
  if (keyword === 'anyOf' || keyword === 'oneOf') return 'fits none of the documented forms'
  if (keyword === 'false schema') return 'is not documented'
  return message
}

/** Omits issues that follow from others: of the branches of a union, only one was meant. */
function withoutConsequences(all: readonly ErrorObject[]): readonly ErrorObject[] {
  // The condition around a nullable value adds nothing.
  const issues = all.filter(({ keyword }) => keyword !== 'if')
  return issues.filter((issue, i) => !issues.some((cause, j) => isConsequence(issue, cause, i < j)))
}

/** @param isEarlier Ajv reports the issues of a branch before that of its union. */
function isConsequence(issue: ErrorObject, cause: ErrorObject, isEarlier: boolean): boolean {
  if (cause.keyword === 'anyOf' || cause.keyword === 'oneOf') {
    const isSame = issue.instancePath === cause.instancePath
    if (isSame ? isEarlier : isWithin(issue.instancePath, cause.instancePath)) return true
  }
  // A part that does not fit leaves its properties unevaluated: each would be reported as undocumented.
  return (
    issue.keyword === 'unevaluatedProperties' &&
    cause.keyword !== 'unevaluatedProperties' &&
    isWithin(cause.instancePath, issue.instancePath)
  )
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}/`)
}

/** `/cars/0/max speed` below `body` is `body.cars[0]["max speed"]`. */
function placeAt(pointer: string, root: string): string {
  const keys = pointer.split('/').slice(1)
  return keys.reduce((path, key) => path + step(key.replaceAll('~1', '/').replaceAll('~0', '~')), root)
}

function step(key: string): string {
  if (/^\d+$/.test(key)) return `[${key}]`
  return /^[\w$-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map(shown).join(', ') : shown(values)
}

const longest = 100

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
