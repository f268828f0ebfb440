import { type DocumentValue, isSame, resolved } from './document-value.ts'
import { type SchemaView, viewOf } from './schema-view.ts'
import { type CompareSchemas, reportRequest, reportResponse, type Subject } from './subject.ts'

/** Compares the branches of unions: those of one name, or else equal ones, belong together. */
export function compareUnions(
  subject: Subject,
  before: SchemaView,
  after: SchemaView,
  compare: CompareSchemas,
): void {
  const old = before.union?.branches ?? [before]
  const now = after.union?.branches ?? [after]
  const word = after.union?.word ?? before.union?.word
  if (word === undefined) return
  const pairs = old.flatMap((branch) => {
    const other = now.find((one) => isOneBranch(branch, one))
    return other === undefined ? [] : [[branch, other] as const]
  })
  const gone = old.filter((branch) => !pairs.some(([one]) => one === branch))
  const added = now.filter((branch) => !pairs.some(([, other]) => other === branch))
  for (const [from, to] of pairs) compare(subject, from, to)
  // One unnamed branch for another is a changed branch.
  const [from, to] = [gone[0], added[0]]
  if (from !== undefined && to !== undefined && gone.length === 1 && added.length === 1) {
    if (referenceOf(from) === undefined && referenceOf(to) === undefined) {
      compare(subject, from, to)
      return
    }
  }
  for (const branch of gone) {
    const rule = word === 'oneOf' ? 'one-of-removed' : 'any-of-removed'
    reportRequest(subject, rule, after.place, { from: nameOf(branch) })
  }
  for (const branch of added) {
    const rule = word === 'oneOf' ? 'one-of-added' : 'any-of-added'
    reportResponse(subject, rule, after.place, { to: nameOf(branch) })
  }
}

function isOneBranch(one: DocumentValue, other: DocumentValue): boolean {
  const [a, b] = [referenceOf(one), referenceOf(other)]
  if (a !== undefined || b !== undefined) return a === b
  const label = labelOf(one)
  return (
    isSame(resolved(one).value, resolved(other).value) || (label !== undefined && label === labelOf(other))
  )
}

/** The literals that tell a branch without a name from others, as the `event` of an event does. */
function labelOf(branch: DocumentValue): string | undefined {
  const properties = [...viewOf(branch).properties]
  const literals = properties.flatMap(([name, { value }]) =>
    'const' in value ? [`${name} ${JSON.stringify(value['const'])}`] : [],
  )
  return literals.length === 0 ? undefined : literals.join(', ')
}

/** The component of a branch, also of a schema that is no longer, or not yet, a union. */
function referenceOf({ value, pointer }: DocumentValue): string | undefined {
  if (typeof value['$ref'] === 'string') return value['$ref'].slice(1)
  return /^\/components\/schemas\/[^/]+$/.test(pointer) ? pointer : undefined
}

function nameOf(branch: DocumentValue): string {
  const { type, const: value } = branch.value
  return (
    referenceOf(branch)?.split('/').at(-1) ??
    labelOf(branch) ??
    (typeof type === 'string' ? type : JSON.stringify(value ?? branch.value))
  )
}
