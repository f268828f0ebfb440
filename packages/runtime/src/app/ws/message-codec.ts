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
      const bytes = typeof data === 'string' ? bytesOf(data) : data
      return receive === 'bytes' ? (bytes as R & Uint8Array) : receive(new BodyInput(bytes, type, settings))
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
  readonly #bytes: Uint8Array
  readonly #type: string
  readonly #settings: BindSettings

  constructor(bytes: Uint8Array, type: string, settings: BindSettings) {
    this.#bytes = bytes
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
    return this.#bytes
  }

  bindSettings(): BindSettings {
    return this.#settings
  }
}

const encoder = new TextEncoder()

/** A Buffer, where there are some, is decoded several times faster. */
export function bytesOf(text: string): Uint8Array {
  return typeof Buffer === 'function' ? Buffer.from(text) : encoder.encode(text)
}
