import type { BindInput } from '../../bind/reading/bind-input.ts'
import { headerValue } from '../../request/header-lines.ts'
import { bindInputOf, type InputConfig, inputSettingsOf } from './bind-parts.ts'
import { bodyNow, neverAborted } from './body-now.ts'

type HeaderValue = string | number | boolean | bigint | Uint8Array

/** A message of a queue. */
export interface QueueMessage {
  /** Bytes are UTF-8, as in Kafka. */
  readonly headers?: Readonly<
    Record<string, HeaderValue | readonly HeaderValue[] | object | null | undefined>
  >
  readonly body: string | Uint8Array | null | undefined
  /** Default: the header `content-type`, otherwise JSON. */
  readonly contentType?: string | undefined
}

/** The `BindInput` of a message of a queue: its headers and its body. */
export function messageInput(message: QueueMessage, config?: InputConfig): BindInput {
  const settings = inputSettingsOf(config)
  const { headers = {}, contentType } = message
  const sent = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => (isText(value) ? [name, textOf(value)] : [])),
  )
  const type = contentType ?? headerValue(sent, 'content-type') ?? 'application/json'
  const others = sent.filter((_, i) => sent[i - (i % 2)]?.toLowerCase() !== 'content-type')
  const rawHeaders = ['content-type', type, ...others]
  const { body } = message
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array())
  return bindInputOf({
    url: '',
    params: {},
    rawHeaders,
    responseHeaders: () => [],
    body: bodyNow(bytes, rawHeaders, settings.bodyLimit),
    signal: neverAborted,
    settings,
  })
}

/** AMQP has headers that are objects, which no binder reads. */
function isText(value: unknown): value is HeaderValue {
  return value instanceof Uint8Array || ['string', 'number', 'boolean', 'bigint'].includes(typeof value)
}

function textOf(value: HeaderValue): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value)
}
