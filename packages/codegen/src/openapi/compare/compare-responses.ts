import { compareSchemas } from './compare-schemas.ts'
import { type DocumentValue, isObject, memberOf } from './document-value.ts'
import type { OperationPair } from './operation-pair.ts'

/** Compares the answers of an operation. */
export function compareResponses(pair: OperationPair): void {
  const before = memberOf(pair.before.operation, 'responses')
  const after = memberOf(pair.after.operation, 'responses')
  for (const status of Object.keys(before.value)) {
    if (isObject(after.value[status])) {
      compareResponse(pair, status, memberOf(before, status), memberOf(after, status))
    } else if (/^2/.test(status)) {
      const text = `removed the success response with the status ${status}`
      report(pair, 'response-success-status-removed', text, after.pointer)
    }
  }
}

function compareResponse(
  pair: OperationPair,
  status: string,
  before: DocumentValue,
  after: DocumentValue,
): void {
  const [old, now] = [memberOf(before, 'content'), memberOf(after, 'content')]
  for (const type of Object.keys(old.value)) {
    if (!isObject(now.value[type])) {
      const text = `removed the media type ${type} for the response with the status ${status}`
      report(pair, 'response-media-type-removed', text, after.pointer)
      continue
    }
    const [from, to] = [memberOf(old, type), memberOf(now, type)]
    const subject = subjectOf(pair, status)
    compareSchemas(subject, memberOf(from, 'schema'), memberOf(to, 'schema'))
    compareSchemas(subject, itemOf(from), itemOf(to))
  }
  compareHeaders(pair, status, memberOf(before, 'headers'), memberOf(after, 'headers'), after.pointer)
}

/** The schema of an event, which versions before 3.2 have no word for. */
function itemOf(media: DocumentValue): DocumentValue {
  return memberOf(media, isObject(media.value['itemSchema']) ? 'itemSchema' : 'x-itemSchema')
}

function compareHeaders(
  pair: OperationPair,
  status: string,
  before: DocumentValue,
  after: DocumentValue,
  response: string,
): void {
  for (const name of Object.keys(before.value)) {
    const from = memberOf(before, name)
    const other = Object.keys(after.value).find((one) => one.toLowerCase() === name.toLowerCase())
    const wasRequired = from.value['required'] === true
    if (other === undefined) {
      const id = wasRequired ? 'required-response-header-removed' : 'optional-response-header-removed'
      const text = `the ${wasRequired ? 'mandatory' : 'optional'} response header ${name} removed for the status ${status}`
      report(pair, id, text, response)
      continue
    }
    const to = memberOf(after, other)
    if (wasRequired && to.value['required'] !== true) {
      const text = `the response header ${name} became optional for the status ${status}`
      report(pair, 'response-header-became-optional', text, to.pointer)
    }
    compareHeaderTypes(pair, status, name, memberOf(from, 'schema'), memberOf(to, 'schema'))
  }
}

function compareHeaderTypes(
  pair: OperationPair,
  status: string,
  name: string,
  from: DocumentValue,
  to: DocumentValue,
): void {
  const [a, b] = [from.value['type'], to.value['type']].map(String)
  if (a === b || (a === 'number' && b === 'integer')) return
  const text = `the ${name} response header's type changed from ${a} to ${b} for the status ${status}`
  report(pair, 'response-header-type-changed', text, to.pointer)
}

function subjectOf({ changes, name }: OperationPair, status: string) {
  return { changes, operation: name, place: { direction: 'response', status }, path: '' } as const
}

function report({ changes, name }: OperationPair, id: string, text: string, pointer: string): void {
  changes.add({ id, text, pointer }, name, { text })
}
