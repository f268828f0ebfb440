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

/** The lines of an event. @throws TypeError for a line break in `event` or `id`, and NUL in `id`, which clients ignore. */
export function eventText({ event, id, retry, data }: EventParts): string {
  let text = ''
  if (event !== undefined) text = `event: ${oneLine('event', event)}\n`
  if (id !== undefined) text += `id: ${oneLine('id', id)}\n`
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

function oneLine(field: string, text: string): string {
  if (/[\r\n\0]/.test(text)) throw new TypeError(`the ${field} of an event has a line break or NUL`)
  return text
}
