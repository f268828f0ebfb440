import type { ChangeList } from './breaking-change.ts'
import type { DocumentValue } from './document-value.ts'
import { type RequestRule, type ResponseRule, requestTexts, responseTexts } from './wording.ts'

/** The subject of a schema: a parameter, a request or an answer, or a property of one. */
export interface Subject {
  readonly changes: ChangeList
  readonly operation: string
  readonly place: RequestPlace | ResponsePlace
  /** The path of a property from the root: `cars/items/plate`. */
  readonly path: string
}

interface RequestPlace {
  readonly direction: 'request'
  /** The parameter, such as `query` and `page`; `undefined` for a body. */
  readonly parameter?: { readonly in: string; readonly name: string; readonly isExploded: boolean }
}

interface ResponsePlace {
  readonly direction: 'response'
  readonly status: string
}

/** The values that a text names. */
interface Details {
  readonly from?: unknown
  readonly to?: unknown
  readonly word?: string
}

/** Compares the old and the new schema of one value. */
export type CompareSchemas = (subject: Subject, before: DocumentValue, after: DocumentValue) => void

export function within(subject: Subject, key: string): Subject {
  return { ...subject, path: subject.path === '' ? key : `${subject.path}/${key}` }
}

/** Reports a change that only requests can break; nothing for an answer. */
export function reportRequest(
  subject: Subject,
  rule: RequestRule,
  pointer: string,
  details: Details = {},
): void {
  const { place, path, changes, operation } = subject
  if (place.direction !== 'request') return
  const [ofParameter, ofBody, ofProperty] = requestTexts[rule]
  const { parameter } = place
  const named = parameter === undefined ? '' : `${parameter.in} request parameter ${parameter.name}`
  const words = { ...details, path, parameter: path === '' ? named : `${path} property of the ${named}` }
  const text = parameter === undefined ? (path === '' ? ofBody : ofProperty) : ofParameter
  changes.add(
    {
      id: `${requestPrefix(subject, parameter !== undefined)}-${idOf(rule, details)}`,
      text: filled(text, words),
      pointer,
    },
    operation,
    details,
  )
}

/** Reports a change that only answers can break; nothing for a request. */
export function reportResponse(
  subject: Subject,
  rule: ResponseRule,
  pointer: string,
  details: Details = {},
): void {
  const { place, path, changes, operation } = subject
  if (place.direction !== 'response') return
  const [ofBody, ofProperty] = responseTexts[rule]
  const text = filled(path === '' ? ofBody : ofProperty, { ...details, path, status: place.status })
  changes.add(
    { id: `response-${path === '' ? 'body' : 'property'}-${idOf(rule, details)}`, text, pointer },
    operation,
    details,
  )
}

function requestPrefix({ path }: Subject, isParameter: boolean): string {
  if (isParameter) return path === '' ? 'request-parameter' : 'request-parameter-property'
  return path === '' ? 'request-body' : 'request-property'
}

/** `limit-decreased` of `maxLength` is `max-length-decreased`. */
function idOf(rule: string, { word = '' }: Details): string {
  return rule.replace(
    'limit',
    word.replace('imum', '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  )
}

/** Fills in `{from}` and similar placeholders. */
export function filled(text: string, words: object): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(Reflect.get(words, name)))
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
