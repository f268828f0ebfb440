import { type Codec, notSetUp } from '../bind/codec.ts'
import { statusText } from '../error/status-text.ts'
import { BodyStream } from '../response/body-stream.ts'
import { formatText } from '../response/format-text.ts'
import { jsonpScript } from '../response/jsonp.ts'
import type { ResponseDraft } from '../response/response-draft.ts'
import { type StreamInput, streamSource } from '../response/stream-source.ts'
import { type StreamWriterFunction, WriterSource } from '../response/stream-writer.ts'
import { CtxHeaders } from './ctx-headers.ts'
import { checkAwaited, type Unpromised } from './unpromised.ts'

const jsonType = 'application/json; charset=utf-8'
const encoder = new TextEncoder()

/** The part of section 4.4 of the interface that makes the body. Nothing leaves before the chain has ended. */
export abstract class CtxBody extends CtxHeaders {
  /** Answers with CBOR. @throws Error unless the app was set up with `cbor: cbor()`. */
  cbor<T>(data: Unpromised<T>, ctype: string = 'application/cbor'): void {
    const { draft } = this
    checkAwaited('cbor', data)
    const { cbor } = this.owner.settings.bind
    if (cbor === undefined) throw new Error(notSetUp.cbor)
    sendEncoded(draft, cbor, data, ctype)
  }

  /** Answers with JSON. @throws what the encoder throws; the response is then as it was. */
  json<T>(data: Unpromised<T>, ctype?: string): void {
    const { draft } = this
    checkAwaited('json', data)
    const text = this.owner.settings.jsonEncoder(data) ?? ''
    if (ctype === undefined) draft.putHeader('Content-Type', jsonType)
    else draft.setHeader('Content-Type', ctype)
    draft.replaceBody(text)
  }

  /** Answers with a script that calls a function with the JSON. A name that is no member expression becomes `callback`. */
  jsonp<T>(data: Unpromised<T>, callback?: string): void {
    const { draft } = this
    checkAwaited('jsonp', data)
    const script = jsonpScript(this.owner.settings.jsonEncoder(data) ?? 'null', callback)
    draft.putHeader('Content-Type', 'text/javascript; charset=utf-8')
    draft.putHeader('X-Content-Type-Options', 'nosniff')
    draft.replaceBody(script)
  }

  /** Answers with MessagePack. @throws Error unless the app was set up with `msgPack: msgpack()`. */
  msgPack<T>(data: Unpromised<T>, ctype: string = 'application/vnd.msgpack'): void {
    const { draft } = this
    checkAwaited('msgPack', data)
    const { msgPack } = this.owner.settings.bind
    if (msgPack === undefined) throw new Error(notSetUp.msgPack)
    sendEncoded(draft, msgPack, data, ctype)
  }

  /** Makes bytes (or text) the body. */
  send(body: Uint8Array | string): void {
    const { draft } = this
    if (typeof body !== 'string' && !(body instanceof Uint8Array)) notABody('send', 'bytes or text', body)
    draft.replaceBody(body)
  }

  /** Sets the status, and its standard text as the body when there is none. */
  sendStatus(status: number): void {
    const { draft } = this.status(status)
    if (draft.isEmpty) draft.replaceBody(statusText[status] ?? `${status}`)
  }

  /**
   * Makes a stream the body. It is read once the chain has ended, as fast as the client takes it, and closed when the
   * client goes. @param size its length in bytes; more is cut off, less breaks the connection; a negative one says nothing.
   * @throws RangeError for a size that is no whole number.
   */
  sendStream(stream: StreamInput, size: number = -1): void {
    const { draft } = this
    checkAwaited('sendStream', stream)
    if (!Number.isSafeInteger(size)) throw new RangeError(`not the size of a stream: ${size}`)
    draft.replaceBody(new BodyStream(streamSource(stream), size < 0 ? undefined : size))
  }

  /**
   * Makes what a function writes the body. It runs once the chain has ended, so it must not use the Ctx; what it has
   * written leaves when it flushes or returns.
   */
  sendStreamWriter(write: StreamWriterFunction): void {
    this.draft.replaceBody(new BodyStream(new WriterSource(write)))
  }

  /** Makes text the body; without a Content-Type of its own it is `text/plain; charset=utf-8`. */
  sendString(body: string): void {
    const { draft } = this
    if (typeof body !== 'string') notABody('sendString', 'text', body)
    draft.replaceBody(body)
  }

  /** Adds bytes to the body, returns how many. They are copied: the caller may use its array again. */
  write(bytes: Uint8Array): number {
    const { draft } = this
    if (!(bytes instanceof Uint8Array)) notABody('write', 'bytes', bytes)
    draft.append(bytes.slice())
    return bytes.length
  }

  /** Adds text with values in it (`%s %d %v %.2f %j` and the others that Go has), returns its length in bytes. */
  writef<A extends readonly unknown[]>(
    format: string,
    ...args: { [I in keyof A]: Unpromised<A[I]> }
  ): number {
    for (const value of args) checkAwaited('writef', value)
    return this.writeString(this.draft && formatText(format, args))
  }

  /** Adds text to the body, returns its length in bytes. */
  writeString(text: string): number {
    const { draft } = this
    if (typeof text !== 'string') notABody('writeString', 'text', text)
    draft.append(text)
    return encoder.encode(text).length
  }

  /** Answers with XML. @throws TypeError for a key that is no XML name. */
  xml<T>(data: Unpromised<T>): void {
    const { draft } = this
    checkAwaited('xml', data)
    const text = this.owner.settings.xmlEncoder(data)
    draft.putHeader('Content-Type', 'application/xml; charset=utf-8')
    draft.replaceBody(text)
  }
}

/** Who writes JavaScript learns of it here, and not by a connection that breaks. */
function notABody(method: string, wanted: string, given: unknown): never {
  checkAwaited(method, given)
  throw new TypeError(`${method}() takes ${wanted}`)
}

// No private method: a class that has one makes each of its objects cost more.
function sendEncoded(draft: ResponseDraft, codec: Codec, data: unknown, ctype: string): void {
  const bytes = codec.encode(data)
  draft.setHeader('Content-Type', ctype)
  draft.replaceBody(bytes)
}
