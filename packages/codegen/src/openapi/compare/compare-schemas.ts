import { compareLimits } from './compare-limits.ts'
import { compareProperties } from './compare-properties.ts'
import { compareUnions } from './compare-unions.ts'
import { compareNull, compareValues } from './compare-values.ts'
import { type DocumentValue, isObject, memberOf, objectsIn, pointerTo } from './document-value.ts'
import { type SchemaView, viewOf } from './schema-view.ts'
import { type CompareSchemas, reportRequest, reportResponse, type Subject, within } from './subject.ts'

/** Compares schemas. A pair that contains itself, as a recursive type does, is compared once. */
export function compareSchemas(subject: Subject, before: DocumentValue, after: DocumentValue): void {
  comparePair(subject, before, after, [])
}

function comparePair(
  subject: Subject,
  from: DocumentValue,
  to: DocumentValue,
  above: readonly string[],
): void {
  const before = viewOf(from)
  const after = viewOf(to)
  compareNull(subject, before, after)
  const pair = `${before.pointer} ${after.pointer}`
  if (above.includes(pair)) return
  const compare: CompareSchemas = (inner, a, b) => comparePair(inner, a, b, [...above, pair])
  const isOfOneKind = compareValues(subject, before, after)
  // The limits of a string do not apply to a number.
  if (!isOfOneKind) return
  compareLimits(subject, before, after)
  compareUnions(subject, before, after, compare)
  // A union and a lone schema have their properties in different places.
  if ((before.union === undefined) !== (after.union === undefined)) return
  compareProperties(subject, before, after, compare)
  compareElements(subject, before, after, compare)
  compareContents(subject, before, after, compare)
  compareKeys(subject, before, after, compare)
}

/** Compares the content of texts. */
function compareContents(
  subject: Subject,
  before: SchemaView,
  after: SchemaView,
  compare: CompareSchemas,
): void {
  if (!('contentSchema' in before.value) && !('contentSchema' in after.value)) return
  compare(subject, memberOf(before, 'contentSchema'), memberOf(after, 'contentSchema'))
}

/** Compares the keys of maps. */
function compareKeys(subject: Subject, before: SchemaView, after: SchemaView, compare: CompareSchemas): void {
  const [from, to] = [before, after].map((view) => innerAt(view, 'propertyNames'))
  const { document, pointer } = before
  if (to !== undefined)
    compare(within(subject, 'propertyNames'), from ?? { document, value: {}, pointer }, to)
  else if (from !== undefined)
    reportResponse(subject, 'property-names-unset', after.pointer, { from: JSON.stringify(from.value) })
}

/** Compares the elements of lists and tuples and the values of maps. */
function compareElements(
  subject: Subject,
  before: SchemaView,
  after: SchemaView,
  compare: CompareSchemas,
): void {
  for (const keyword of ['items', 'additionalProperties']) {
    const [a, b] = [before, after].map((view) => innerAt(view, keyword))
    if (a !== undefined && b !== undefined)
      compare(within(subject, keyword === 'items' ? 'items' : '*'), a, b)
  }
  const [old, now] = [before, after].map(({ value }) => objectsIn(value['prefixItems']))
  if (old === undefined || now === undefined || (old.length === 0 && now.length === 0)) return
  old.slice(0, now.length).forEach((_, i) => {
    compare(within(subject, String(i)), elementAt(before, i), elementAt(after, i))
  })
  const { pointer } = after
  for (const [i] of old.slice(now.length).entries()) {
    reportRequest(subject, 'prefix-items-removed', pointer, { from: `element ${now.length + i}` })
  }
  for (const [i] of now.slice(old.length).entries()) {
    reportResponse(subject, 'prefix-items-added', pointer, { to: `element ${old.length + i}` })
  }
}

function innerAt({ document, value, pointer }: SchemaView, keyword: string): DocumentValue | undefined {
  const inner = value[keyword]
  return isObject(inner) ? { document, value: inner, pointer: pointerTo(pointer, keyword) } : undefined
}

function elementAt({ document, value, pointer }: SchemaView, i: number): DocumentValue {
  const element = objectsIn(value['prefixItems'])[i] ?? {}
  return { document, value: element, pointer: `${pointer}/prefixItems/${i}` }
}
