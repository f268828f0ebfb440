import { HttpError } from '../error/http-error.ts'
import { headerList, headerValue } from './header-lines.ts'

/** The longest id of an event that a client may send back, in characters. */
const maxIdLength = 512

/**
 * The id of the last event that a client has: `Last-Event-ID`, else the query's `lastEventId`; `undefined` without one.
 * @throws HttpError 400 for several lines, control characters, text that is not UTF-8, and past 512 characters.
 */
export function lastEventId(rawHeaders: readonly string[], query: string): string | undefined {
  const line = headerValue(rawHeaders, 'last-event-id') ?? ''
  if (line !== headerList(rawHeaders, 'last-event-id')) throw refused()
  const id = line === '' ? query : fromUtf8(line)
  if (!isEventId(id)) throw refused()
  return id === '' ? undefined : id
}

/** Whether a client may send back an id. */
export function isEventId(id: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are refused
  return id.length <= maxIdLength && !/[\x00-\x1f\x7f]/.test(id)
}

/** Servers read header lines as Latin-1; clients send this one in UTF-8. */
function fromUtf8(line: string): string {
  if (!/[\x80-\xff]/.test(line)) return line
  try {
    const bytes = Uint8Array.from(line, (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refused()
  }
}

function refused(): HttpError {
  return new HttpError(400, 'The id of the last event is not one')
}
