import type { SchemaView } from './schema-view.ts'
import { reportRequest, reportResponse, type Subject } from './subject.ts'

/** Compares bounds of numbers, lengths and counts. Lower ones work like upper ones with the sign turned. */
export function compareLimits(subject: Subject, before: SchemaView, after: SchemaView): void {
  for (const keyword of ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']) {
    compareLimit(subject, before, after, keyword, 1)
  }
  for (const keyword of ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']) {
    compareLimit(subject, before, after, keyword, -1)
  }
}

function compareLimit(
  subject: Subject,
  before: SchemaView,
  after: SchemaView,
  keyword: string,
  sign: 1 | -1,
): void {
  const from = limitOf(before, keyword)
  const to = limitOf(after, keyword)
  const { pointer } = after
  // The words of oasdiff.
  const details = { from, to, word: keyword.replace(/^(max|min)imum$/, '$1') }
  if (from === undefined && to !== undefined) reportRequest(subject, 'limit-set', pointer, details)
  if (from !== undefined && to === undefined) reportResponse(subject, 'limit-unset', pointer, details)
  if (from === undefined || to === undefined || from === to) return
  const isNarrower = (to - from) * sign < 0
  const change = to < from ? 'limit-decreased' : 'limit-increased'
  if (isNarrower) reportRequest(subject, change, pointer, details)
  else reportResponse(subject, change, pointer, details)
}

/** A limit that excludes nothing is none. OpenAPI 3.0 has switches for the exclusive ones. */
function limitOf({ value }: SchemaView, keyword: string): number | undefined {
  const inclusive = keyword.replace('exclusiveM', 'm')
  const isSwitched = value[inclusive.replace('m', 'exclusiveM')] === true
  if (isSwitched) return keyword === inclusive ? undefined : numberIn(value[inclusive])
  const limit = numberIn(value[keyword])
  return /^min(Length|Items|Properties)$/.test(keyword) && limit === 0 ? undefined : limit
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
