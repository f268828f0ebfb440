import type { SocketDto } from '../../bind/dto/dto.ts'
import type { BindInput, BindSettings } from '../../bind/reading/bind-input.ts'
import type { Ctx } from '../../ctx/ctx.ts'
import { cborOf, jsonOf, msgPackOf } from '../../ctx/sent-by-dto.ts'
import type { Problem } from '../problem.ts'
import type { Pack } from './pending-upgrades.ts'

/** The formats of messages, which are the names of subprotocols as well. */
export type MessageFormat = 'json' | 'msgpack' | 'cbor'

/** Reads and writes the messages of one socket. */
export interface MessageCodec<R, S> {
  /** @throws BindError or ValidationError, which the client may see */
  read(data: string | Uint8Array): R | Promise<R>
  /** For the peer. @throws TypeError for a value that cannot be sent */
  write(message: S): string | Uint8Array
  /** The message that reports an error, always in JSON. */
  writeError(error: Problem): string | Uint8Array
}

/** @param c of the upgrade, for the settings of its app */
export function messageCodec<R, S>(
  { receive, send }: SocketDto<R, S>,
  format: MessageFormat,
  c: Ctx,
  pack: Pack = asItIs,
): MessageCodec<R, S> {
  const settings = c.bindSettings()
  const { msgPack, cbor } = settings
  const type = `application/${format}`
  return {
    read(data) {
      if (receive !== 'bytes') return receive(new BodyInput(data, type, settings))
      return bytesOf(data) as R & Uint8Array
    },
    write: (message) => pack(written(message)),
    writeError: (error) => pack(JSON.stringify({ error })),
  }

  function written(message: S): string | Uint8Array {
    if (send === 'bytes') return message as S & Uint8Array
    if (format === 'msgpack' && msgPack !== undefined) return msgPack.encode(msgPackOf(send, message))
    return format === 'cbor' && cbor !== undefined
      ? cbor.encode(cborOf(send, message))
      : jsonOf(send, message)
  }
}

function asItIs(message: string | Uint8Array): string | Uint8Array {
  return message
}

/** The input of a binder for the body of a message. */
export class BodyInput implements BindInput {
  readonly #body: string | Uint8Array
  readonly #type: string
  readonly #settings: BindSettings

  constructor(body: string | Uint8Array, type: string, settings: BindSettings) {
    this.#body = body
    this.#type = type
    this.#settings = settings
  }

  rawQuery(): string {
    return ''
  }

  routeParam(): undefined {
    return undefined
  }

  routeParamNames(): readonly string[] {
    return []
  }

  contentType(): string {
    return this.#type
  }

  rawHeaders(): readonly string[] {
    return []
  }

  rawResponseHeaders(): readonly string[] {
    return []
  }

  bodyBytes(): Uint8Array {
    return bytesOf(this.#body)
  }

  /** A message that came as text need not become bytes to be read. */
  bodyText(): string | undefined {
    return typeof this.#body === 'string' ? this.#body : undefined
  }

  bindSettings(): BindSettings {
    return this.#settings
  }
}

const encoder = new TextEncoder()

/** A Buffer, where there are some, is decoded several times faster. */
function bytesOf(body: string | Uint8Array): Uint8Array {
  if (typeof body !== 'string') return body
  return typeof Buffer === 'function' ? Buffer.from(body) : encoder.encode(body)
}
