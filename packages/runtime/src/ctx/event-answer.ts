import type { Sends } from '../bind/dto/dto.ts'
import { watched } from '../bind/reading/watched-promise.ts'
import { BodyStream } from '../response/body-stream.ts'
import { EventBody, type EventFields, type EventHost, type EventsFunction } from '../response/event-body.ts'
import { eventText } from '../response/event-text.ts'
import type { ResponseDraft } from '../response/response-draft.ts'
import { type EventId, eventParts } from './event-parts.ts'
import { sending } from './sent-by-dto.ts'
import { onStop } from './stop-listeners.ts'

/** The options of `c.events`. */
export interface EventOptions<T> {
  /** Milliseconds between comments that keep a silent connection open, once the answer has begun; false for none. Default: 15,000. */
  readonly heartbeat?: number | false
  /** How long a client waits before it connects again, in milliseconds. Default: its own time, some seconds. */
  readonly retry?: number
  /** Milliseconds after which status and headers leave without an event; false for never. Default: 1000. */
  readonly openAfter?: number | false
  /** The id of an event, in place of its property `id`. */
  readonly id?: (event: T) => EventId | undefined
}

/** The parts of a request that its stream of events uses. */
interface EventRequest {
  readonly since: string | undefined
  readonly stopSignal: AbortSignal
  readonly report: (error: unknown) => void
}

/** Sets a stream of events as the body. @throws RangeError for an invalid time. */
export function sendEvents<T>(
  draft: ResponseDraft,
  given: Sends<T>,
  run: EventsFunction<T>,
  { heartbeat = 15_000, openAfter = 1000, retry, id }: EventOptions<T>,
  { since, stopSignal, report }: EventRequest,
): void {
  const dto = sending(given)
  if (typeof run !== 'function') throw new TypeError('events() takes a function that makes the events')
  for (const ms of [heartbeat, openAfter, retry]) if (ms !== undefined && ms !== false) checkTime(ms)
  const host: EventHost<T> = {
    since,
    run,
    heartbeat: heartbeat || 0,
    openAfter: openAfter || 0,
    retry,
    textOf: (event, options) => textOf(dto, event, options, id),
    form: id === undefined ? dto : {},
    report,
    onStop: (stop) => onStop(stopSignal, stop),
    refused: (error) => watched(Promise.reject(error), report),
  }
  draft.replaceBody(new BodyStream(new EventBody(host)))
  draft.putHeader('Content-Type', 'text/event-stream')
  if (draft.headerList('cache-control') === '') draft.putBodyHeader('Cache-Control', 'no-cache, no-transform')
  else draft.appendHeader('Cache-Control', ['no-cache', 'no-transform'])
  draft.putBodyHeader('X-Accel-Buffering', 'no')
}

function textOf<T>(
  dto: Sends<T>,
  event: T,
  { id: own, retry }: EventFields = {},
  idOf?: (event: T) => EventId | undefined,
): string {
  if (retry !== undefined) checkTime(retry)
  const parts = eventParts(dto, event)
  const id = own ?? idOf?.(event)
  return eventText({ ...parts, retry, ...(id !== undefined && { id: String(id) }) })
}

/** A timer treats a longer delay as 0. */
const longestMs = 2 ** 31 - 1

function checkTime(ms: number): void {
  if (!Number.isInteger(ms) || ms < 0 || ms > longestMs)
    throw new RangeError(`not a time in milliseconds: ${ms}`)
}
