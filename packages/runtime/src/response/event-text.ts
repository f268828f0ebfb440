import { isEventId } from '../request/last-event-id.ts'

/** A server-sent event (HTML standard, section 9.2). */
export interface EventParts {
  readonly event?: string | undefined
  readonly id?: string | undefined
  /** Milliseconds. */
  readonly retry?: number | undefined
  readonly data: string
}

/** A line that clients ignore. */
export const eventComment = ':\n\n'

/** The lines of an event. @throws TypeError for a line break in `event`, and an `id` that is refused when it comes back. */
export function eventText({ event, id, retry, data }: EventParts): string {
  let text = ''
  if (event !== undefined) {
    if (/[\r\n\0]/.test(event)) throw new TypeError('the event of an event has a line break or NUL')
    text = `event: ${event}\n`
  }
  if (id !== undefined) {
    if (!isEventId(id))
      throw new TypeError('the id of an event has a control character, or more than 512 characters')
    text += `id: ${id}\n`
  }
  if (retry !== undefined) text += `retry: ${retry}\n`
  return /[\r\n]/.test(data)
    ? `${text}${data
        .split(/\r\n|\r|\n/)
        .map((line) => `data: ${line}\n`)
        .join('')}\n`
    : `${text}data: ${data}\n\n`
}

/** The milliseconds that clients wait before they connect again. */
export function retryText(ms: number): string {
  return `retry: ${ms}\n\n`
}
