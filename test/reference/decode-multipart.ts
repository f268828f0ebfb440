import type { FormPair } from './bind-pairs.ts'
import { Undecodable } from './decode-msgpack.ts'
import { OpenPoint } from './outcome.ts'

/** The compared part of a FileHeader. */
export class ReferenceFile {
  readonly filename: string
  readonly type: string
  readonly content: Uint8Array

  constructor(filename: string, type: string, content: Uint8Array) {
    this.filename = filename
    this.type = type
    this.content = content
  }
}

/**
 * The parts of a multipart/form-data body as pairs. @throws Undecodable, or OpenPoint for a body that no
 * client would send.
 */
export function decodeMultipart(
  body: Uint8Array,
  contentType: string,
  maxParts: number,
): readonly FormPair[] {
  const boundary = /;\s*boundary=([A-Za-z0-9]+)\s*(?:;|$)/i.exec(contentType)?.[1]
  if (boundary === undefined) throw new Undecodable('no boundary')
  // One character for each byte, so that nothing is lost.
  const text = Buffer.from(body).toString('latin1')
  const pieces = `\r\n${text}`.split(`\r\n--${boundary}`)
  if (pieces.length < 2) throw new Undecodable('no boundary in the body')
  if (pieces[0] !== '') throw new OpenPoint('a preamble')
  const end = pieces.findIndex((piece, i) => i > 0 && /^--[ \t]*(?:\r\n|$)/.test(piece))
  if (end === -1) throw new Undecodable('no end')
  const parts = pieces.slice(1, end)
  if (parts.some((part) => !part.startsWith('\r\n'))) throw new OpenPoint('an odd boundary')
  if (parts.length > maxParts) throw new Undecodable('too many parts')
  return parts.map((part) => readPart(part.slice(2)))
}

function readPart(text: string): FormPair {
  const end = text.indexOf('\r\n\r\n')
  const lines = text.slice(0, end).split('\r\n')
  const [, disposition = ''] = /^Content-Disposition: form-data; (.*)$/.exec(lines[0] ?? '') ?? []
  const found = /^name="([^"]*)"(?:; filename="([^"]*)")?$/.exec(disposition)
  if (end === -1 || found === null) throw new OpenPoint('an odd part')
  if (lines.some((line) => /^[ \t]/.test(line))) throw new OpenPoint('a folded line')
  if (lines.some((line) => !/^[^\s:]+:/.test(line))) throw new Undecodable('a line that is no header')
  const content = Buffer.from(text.slice(end + 4), 'latin1')
  const [, name = '', filename = ''] = found.map((part) => utf8(Buffer.from(part ?? '', 'latin1')))
  if (name === '') throw new OpenPoint('a part without a name')
  if (filename === '') return { key: name, value: utf8(content) }
  const type = /^Content-Type: (.*)$/.exec(lines[1] ?? '')?.[1] ?? ''
  const file = new ReferenceFile(filename.replace(/^.*[/\\]/, ''), type, new Uint8Array(content))
  return { key: name, value: '', file }
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
