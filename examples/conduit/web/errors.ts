import { ApiError, type ErrorAnswer } from './api.js'
import { el } from './dom.js'

/** Messages by the name of the field; other names are no field's. */
export type Messages = ReadonlyMap<string, readonly string[]>

/** The messages of a failed call. */
export function messagesOf(error: unknown): Messages {
  if (error instanceof ApiError && isErrorAnswer(error.body))
    return new Map(Object.entries(error.body.errors))
  return new Map([['', [error instanceof Error ? error.message : String(error)]]])
}

function isErrorAnswer(body: unknown): body is ErrorAnswer {
  if (typeof body !== 'object' || body === null || !('errors' in body)) return false
  const { errors } = body
  return typeof errors === 'object' && errors !== null && Object.values(errors).every(Array.isArray)
}

export function errorList(messages: Messages): HTMLElement {
  const texts = [...messages].flatMap(([name, all]) =>
    all.map((message) => (name === '' || name === 'body' ? message : `${name} ${message}`)),
  )
  const list = el('ul', { class: 'error-messages' }, ...texts.map((text) => el('li', {}, text)))
  return el('div', { role: 'alert' }, list)
}
