import type { SocketDto } from '../../bind/dto/dto.ts'
import type { BindInput } from '../../bind/reading/bind-input.ts'
import type { Ctx } from '../../ctx/ctx.ts'
import { cborOf, jsonOf, msgPackOf } from '../../ctx/sent-by-dto.ts'

/** The formats of messages, which are the names of subprotocols as well. */
export type MessageFormat = 'json' | 'msgpack' | 'cbor'

/** Reads and writes the messages of one socket. */
export interface MessageCodec<R, S> {
  /** @throws BindError or ValidationError, which the client may see */
  read(data: string | Uint8Array): R | Promise<R>
  /** @throws TypeError for a value that cannot be sent */
  write(message: S): string | Uint8Array
}

const encoder = new TextEncoder()

/** @param c of the upgrade, for the settings of its app */
export function messageCodec<R, S>(
  { receive, send }: SocketDto<R, S>,
  format: MessageFormat,
  c: Ctx,
): MessageCodec<R, S> {
  const settings = c.bindSettings()
  const { msgPack, cbor } = settings
  return {
    read(data) {
      const bytes = typeof data === 'string' ? encoder.encode(data) : data
      return receive === 'bytes'
        ? (bytes as R & Uint8Array)
        : receive(bodyInput(bytes, `application/${format}`, settings))
    },
    write(message) {
      if (send === 'bytes') return message as S & Uint8Array
      if (format === 'msgpack' && msgPack !== undefined) return msgPack.encode(msgPackOf(send, message))
      return format === 'cbor' && cbor !== undefined
        ? cbor.encode(cborOf(send, message))
        : jsonOf(send, message)
    },
  }
}

/** The input of a binder for the body of a message. */
export function bodyInput(
  bytes: Uint8Array,
  type: string,
  settings: ReturnType<BindInput['bindSettings']>,
): BindInput {
  return {
    rawQuery: () => '',
    routeParam: () => undefined,
    routeParamNames: () => [],
    contentType: () => type,
    rawHeaders: () => [],
    rawResponseHeaders: () => [],
    bodyBytes: () => bytes,
    bindSettings: () => settings,
  }
}
