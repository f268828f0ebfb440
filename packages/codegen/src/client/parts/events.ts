import { type Answer, type Api, ApiError, BindError, type EventCall, type ServerEvent } from './api.ts'
import type { Codec } from './codec.ts'
import { exactJson } from './exact-json.ts'
import {
  attempts,
  backOff,
  delayOf,
  drop,
  type Exchange,
  isBusy,
  pause,
  type Reader,
  raced,
  readAny,
} from './send.ts'

/** Reads the data of an event. */
export type Decode = (data: string, isChecked: boolean) => unknown

export function asJsonEvent(codec: Codec): Decode {
  return (data, isChecked) => eventValue(codec, JSON.parse, data, isChecked)
}

/** {@link asJsonEvent} with integers that `JSON.parse` would round. */
export function asExactEvent(codec: Codec): Decode {
  return (data, isChecked) => eventValue(codec, exactJson, data, isChecked)
}

export function eventValue(
  codec: Codec,
  decode: (data: string) => unknown,
  data: string,
  isChecked: boolean,
): unknown {
  try {
    return codec.from(decode(data), '', isChecked)
  } catch (error) {
    if (error instanceof BindError) throw error
    throw new BindError('', `has an event that cannot be read: ${data.slice(0, 50)}`, { cause: error })
  }
}

/** A stream of events, and its place in it. */
export interface Place {
  /** Of the last event. */
  id: string
  /** The delay that the server asked for, in ms. */
  retry: number
  /** The server has answered once. */
  isKnown: boolean
  /** The stream has ended, and the server wants no other connection. */
  isOver: boolean
}

/** Values of events, over as many connections as it takes. The end of an aborted stream is no error. */
export async function* follow(
  api: Api,
  call: EventCall | undefined,
  exchange: Exchange,
  decode: Decode,
): AsyncGenerator<unknown> {
  const { signal, onRetry } = call ?? {}
  const place = { id: call?.lastEventId ?? '', retry: 1000, isKnown: false, isOver: false }
  // Connections in a row without an event.
  for (let empty = 0; !signal?.aborted; ) {
    const connection = connect(api, call, exchange, place)
    let failure: Error | undefined
    let isLive = false
    try {
      for (let isDone = false; !isDone; ) {
        const next = await connection.next().catch((error: Error) => {
          failure = error
        })
        isDone = next?.done ?? true
        if (!next || next.done) continue
        isLive = true
        empty = 0
        yield decode(next.value.data, api.checked ?? false)
      }
    } finally {
      await connection.return(undefined)
    }
    if (place.isOver || signal?.aborted) return
    const { retries = place.isKnown ? Number.POSITIVE_INFINITY : 0 } = call ?? {}
    const isBroken = failure !== undefined || !isLive
    if (isFinal(failure) || !(empty < retries)) {
      if (isBroken) throw failure ?? new Error(`${empty + 1} streams ended without an event`)
      return
    }
    // A server that stops has chosen a delay.
    const spread = failure === undefined ? 1 : 1 + Math.random() / 2
    const asked = Math.max(place.retry, delayAfter(failure)) * spread
    const wait = isLive ? asked : Math.max(asked, backOff(empty++))
    onRetry?.(wait, failure)
    await pause(Math.min(wait, 2 ** 31 - 1), signal).catch(() => {})
  }
}

export function delayAfter(failure: unknown): number {
  return failure instanceof ApiError ? (delayOf(failure) ?? 0) : 0
}

/** Whether another attempt would fail alike. */
export function isFinal(failure: unknown): boolean {
  if (failure instanceof BindError) return true
  return failure instanceof ApiError && !isBusy(failure.status)
}

/** The events of one connection. */
export async function* connect(
  api: Api,
  call: EventCall | undefined,
  exchange: Exchange,
  place: Place,
): AsyncGenerator<ServerEvent> {
  const { signal, silence = 60_000 } = call ?? {}
  const broken = new AbortController()
  const leave = (): void => broken.abort(signal?.reason)
  signal?.addEventListener('abort', leave)
  const wait: Wait = async (coming) => {
    const fail = (): void => broken.abort(new Error(`nothing came for ${silence} ms`))
    const timer = silence > 0 ? setTimeout(fail, silence) : undefined
    try {
      return await raced(broken.signal, coming)
    } finally {
      clearTimeout(timer)
    }
  }
  try {
    // A header holds bytes.
    const id = Array.from(new TextEncoder().encode(place.id), (one) => String.fromCharCode(one)).join('')
    const headers = { ...exchange.headers, ...(id !== '' && { 'last-event-id': id }) }
    const own = { ...api, timeout: undefined, retries: 0 }
    const [response] = await wait(() =>
      attempts(own, { ...call, signal: broken.signal }, { ...exchange, headers }),
    )
    const { status, ok } = response
    if (!ok) {
      const read = exchange.answers[status] ?? readAny
      throw new ApiError({
        status,
        ok,
        headers: response.headers,
        ...(await wait(async () => read(response, false))),
      })
    }
    refuseOthers(response)
    place.isKnown = true
    yield* events(response, place, wait)
    if (!broken.signal.aborted) return
    place.isOver = false
    throw broken.signal.reason
  } finally {
    signal?.removeEventListener('abort', leave)
  }
}

/** @throws BindError for an answer that is no stream of events; nothing, as of a 204, ends the stream */
export function refuseOthers({ status, headers }: Response): void {
  const type = headers.get('content-type') ?? 'of no type'
  if (status !== 204 && !/^text\/event-stream *(?:;|$)/i.test(type))
    throw new BindError('', `is no stream of events: it is ${type}`)
}

export async function asEvents(response: Response): Promise<Partial<Answer>> {
  refuseOthers(response)
  return { body: events(response) }
}

/** The values of events, over one connection. */
export function asValues(decode: Decode): Reader {
  return async (response, isChecked) => {
    refuseOthers(response)
    return { body: decodedEvents(response, decode, isChecked) }
  }
}

export async function* decodedEvents(
  response: Response,
  decode: Decode,
  isChecked: boolean,
): AsyncGenerator<unknown> {
  for await (const { data } of events(response)) yield decode(data, isChecked)
}

/**
 * Server-sent events (HTML standard, section 9.2). A stream that ends with a delay alone will go on elsewhere.
 *
 * @param wait waits for bytes
 */
export async function* events(response: Response, place?: Place, wait?: Wait): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder()
  let [left, event, data, id, fields] = ['', '', '', place?.id ?? '', '']
  let [half, isStop] = ['', false]
  for await (const chunk of chunks(response, wait)) {
    const come = half + decoder.decode(chunk, { stream: true })
    // A carriage return at the end may be half of a line's end.
    half = come.endsWith('\r') ? '\r' : ''
    const lines = come.slice(0, come.length - half.length).split(/\r\n|\n|\r/)
    lines[0] = left + lines[0]
    left = lines.pop() ?? ''
    for (const line of lines) {
      const [field = ''] = line.split(':', 1)
      const value = line.slice(field.length + 1).replace(/^ /, '')
      if (line !== '') fields += `${field},`
      if (field === 'event') event = value
      else if (field === 'data') data += `${value}\n`
      else if (field === 'id' && !value.includes('\0')) id = value
      else if (field === 'retry' && place && /^\d+$/.test(value)) place.retry = Number(value)
      if (line !== '') continue
      isStop = fields === 'retry,'
      fields = ''
      if (place) place.id = id
      const one = { event: event || 'message', data: data.slice(0, -1), id }
      const isEmpty = data === ''
      event = ''
      data = ''
      if (!isEmpty) yield one
    }
  }
  if (place) place.isOver = !isStop
}

/** Waits for the next bytes, perhaps with a limit. */
export type Wait = <T>(coming: () => Promise<T>) => Promise<T>

export async function* chunks(
  { body }: Response,
  wait: Wait = (coming) => coming(),
): AsyncGenerator<Uint8Array> {
  const reader = (body ?? new Blob([]).stream()).getReader()
  try {
    const read = (): ReturnType<typeof reader.read> => reader.read()
    for (let next = await wait(read); !next.done; next = await wait(read)) yield next.value
  } finally {
    drop(reader)
  }
}
