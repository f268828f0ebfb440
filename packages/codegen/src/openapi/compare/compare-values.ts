import { isSame } from './document-value.ts'
import type { SchemaView } from './schema-view.ts'
import { reportRequest, reportResponse, type Subject } from './subject.ts'

/** Compares types, formats and listed values. @returns false when a type changed, so that nothing else compares. */
export function compareValues(subject: Subject, before: SchemaView, after: SchemaView): boolean {
  const { pointer } = after
  const details = { from: typeText(before), to: typeText(after), word: 'type' }
  const isNarrower = !covers(after, before) && !isTextOnTheWire(subject, before, after)
  const isWider = !covers(before, after)
  if (isNarrower) reportRequest(subject, 'type-changed', pointer, details)
  if (isWider) reportResponse(subject, 'type-changed', pointer, details)
  if (subject.place.direction === 'request' ? isNarrower : isWider) return false
  compareFormats(subject, before, after)
  compareEncodings(subject, before, after)
  compareLists(subject, before, after)
  comparePatterns(subject, before, after)
  return true
}

export function compareNull(subject: Subject, before: SchemaView, after: SchemaView): void {
  if (before.isNullable && !after.isNullable && after.types !== undefined) {
    reportRequest(subject, 'became-not-nullable', after.place)
  }
  if (!before.isNullable && after.isNullable && before.types !== undefined) {
    reportResponse(subject, 'became-nullable', after.place)
  }
}

/** Whether every type of the other schema is one of this. A union has its types in its branches. */
function covers(wide: SchemaView, narrow: SchemaView): boolean {
  if (wide.types === undefined || wide.union !== undefined || narrow.union !== undefined) return true
  const { types } = wide
  return (
    narrow.types?.every((type) => types.includes(type) || (type === 'integer' && types.includes('number'))) ??
    false
  )
}

/** Parameters are texts: a parameter that was a number may become any text, and a repeatable one a list. */
function isTextOnTheWire({ place, path }: Subject, before: SchemaView, after: SchemaView): boolean {
  if (place.direction !== 'request' || place.parameter === undefined || path !== '') return false
  const isScalar =
    before.types?.every((type) => ['string', 'number', 'integer', 'boolean'].includes(type)) === true
  const isPlainText =
    after.types?.includes('string') === true && !('format' in after.value) && !('enum' in after.value)
  if (isScalar && isPlainText) return true
  const { items } = after.value
  const isList = after.types?.includes('array') === true && place.parameter.isExploded
  const itemType = typeof items === 'object' && items !== null ? Reflect.get(items, 'type') : undefined
  return isScalar && isList && before.types?.every((type) => type === itemType) === true
}

/** Formats whose values all have another one. */
const wider: Readonly<Record<string, string>> = { int32: 'int64', float: 'double' }

function compareFormats(subject: Subject, before: SchemaView, after: SchemaView): void {
  const [from, to] = [before.value['format'], after.value['format']].map((one) =>
    typeof one === 'string' ? one : '',
  )
  if (from === undefined || to === undefined || from === to) return
  const details = { from: from || 'none', to: to || 'none', word: 'format' }
  if (to !== '' && wider[from] !== to) reportRequest(subject, 'type-changed', after.pointer, details)
  if (from !== '' && wider[to] !== from) reportResponse(subject, 'type-changed', after.pointer, details)
}

function compareEncodings(subject: Subject, before: SchemaView, after: SchemaView): void {
  const [from, to] = [before.value['contentEncoding'], after.value['contentEncoding']]
  if (from === to) return
  const details = { from: from ?? 'none', to: to ?? 'none' }
  reportRequest(subject, 'content-encoding-changed', after.pointer, details)
  reportResponse(subject, 'content-encoding-changed', after.pointer, details)
}

/** Compares enums and constants. A constant is an enum of one value, so that one may grow into the other. */
function compareLists(subject: Subject, before: SchemaView, after: SchemaView): void {
  const { pointer } = after
  const from = valuesOf(before)
  const to = valuesOf(after)
  if ('const' in before.value && 'const' in after.value && !isSame(from, to)) {
    const details = { from: from?.[0], to: to?.[0] }
    reportRequest(subject, 'const-changed', pointer, details)
    reportResponse(subject, 'const-changed', pointer, details)
    return
  }
  if (from === undefined && to !== undefined) {
    const rule = 'const' in after.value ? 'const-added' : 'became-enum'
    reportRequest(subject, rule, pointer, { to: to[0] })
  } else if (from !== undefined && to === undefined) {
    const rule = 'const' in before.value ? 'const-removed' : 'became-not-enum'
    reportResponse(subject, rule, pointer, { from: from[0] })
  } else {
    for (const value of missing(from, to))
      reportRequest(subject, 'enum-value-removed', pointer, { from: value })
    for (const value of missing(to, from)) reportResponse(subject, 'enum-value-added', pointer, { to: value })
  }
}

function valuesOf({ value }: SchemaView): readonly unknown[] | undefined {
  if ('const' in value) return [value['const']]
  // `compareNull` reports null.
  return Array.isArray(value['enum']) ? value['enum'].filter((one) => one !== null) : undefined
}

function missing(values: readonly unknown[] = [], among: readonly unknown[] = []): readonly unknown[] {
  return values.filter((one) => !among.some((other) => isSame(one, other)))
}

function comparePatterns(subject: Subject, before: SchemaView, after: SchemaView): void {
  const [from, to] = [before.value['pattern'], after.value['pattern']]
  if (from === to || to === undefined) return
  reportRequest(subject, from === undefined ? 'pattern-added' : 'pattern-changed', after.pointer, {
    from,
    to,
  })
}

function typeText({ types, isNullable }: SchemaView): string {
  return types === undefined ? 'any' : [...types, ...(isNullable ? ['null'] : [])].join(' | ')
}
