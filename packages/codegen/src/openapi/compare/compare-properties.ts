import type { SchemaView } from './schema-view.ts'
import { type CompareSchemas, filled, type Subject, within } from './subject.ts'

/** Compares the properties of objects: those that came, went, or became required or optional. */
export function compareProperties(
  subject: Subject,
  before: SchemaView,
  after: SchemaView,
  compare: CompareSchemas,
): void {
  for (const name of new Set([...before.properties.keys(), ...after.properties.keys()])) {
    const from = before.properties.get(name)
    const to = after.properties.get(name)
    const inner = within(subject, name)
    const wasRequired = from !== undefined && before.required.includes(name)
    const isRequired = to !== undefined && after.required.includes(name)
    if (subject.place.direction === 'request') {
      compareRequest(inner, { before, after, name, wasRequired, isRequired })
    } else {
      compareResponse(inner, subject.place.status, { before, after, name, wasRequired, isRequired })
    }
    if (from !== undefined && to !== undefined) compare(inner, from, to)
  }
}

interface Pair {
  readonly before: SchemaView
  readonly after: SchemaView
  readonly name: string
  readonly wasRequired: boolean
  readonly isRequired: boolean
}

function compareRequest(subject: Subject, { before, after, name, wasRequired, isRequired }: Pair): void {
  const now = after.properties.get(name)
  if (now === undefined) {
    report(subject, 'request-property-removed', 'removed the request property {path}', after.pointer)
  } else if (isRequired && !wasRequired) {
    const hasDefault = 'default' in now.value
    const [id, text] = before.properties.has(name)
      ? [
          'request-property-became-required',
          `the request property {path}${hasDefault ? ' with a default value' : ''} became required`,
        ]
      : [
          'new-required-request-property',
          `added the new required request property {path}${hasDefault ? ' with a default value' : ''}`,
        ]
    report(subject, hasDefault ? `${id}-with-default` : id, text, now.pointer)
  }
}

function compareResponse(
  subject: Subject,
  status: string,
  { before, after, name, wasRequired, isRequired }: Pair,
): void {
  if (!before.properties.has(name)) return
  const now = after.properties.get(name)
  if (now === undefined) {
    const kind = wasRequired ? 'required' : 'optional'
    const text = `removed the ${kind} property {path} from the response with the ${status} status`
    report(subject, `response-${kind}-property-removed`, text, after.pointer)
  } else if (wasRequired && !isRequired) {
    const text = `the response property {path} became optional for the status ${status}`
    report(subject, 'response-property-became-optional', text, now.pointer)
  }
}

function report({ changes, operation, path }: Subject, id: string, text: string, pointer: string): void {
  const name = path.slice(path.lastIndexOf('/') + 1)
  changes.add({ id, text: filled(text, { path }), pointer }, operation, { name })
}
