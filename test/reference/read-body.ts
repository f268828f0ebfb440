import { bindDecoded, holdsBigints, unreadable } from './bind-decoded.ts'
import { bindPairs } from './bind-pairs.ts'
import { bindXml } from './bind-xml.ts'
import { decodeCbor } from './decode-cbor.ts'
import { decodeJson } from './decode-json.ts'
import { decodeMsgPack, Undecodable } from './decode-msgpack.ts'
import { decodeMultipart } from './decode-multipart.ts'
import { decodeXml } from './decode-xml.ts'
import { type Draft, Notes } from './draft.ts'
import type { DtoModel, Source } from './model.ts'
import { parsePairs } from './text-syntax.ts'
import type { WireRequest } from './wire-request.ts'

/** A body read as one format, whatever its Content-Type, which only selects the kind of form. */
export function readBody(dto: DtoModel, source: Source, request: WireRequest): Draft {
  try {
    return readFormat(dto, source, request)
  } catch (error) {
    const isUnreadable = error instanceof SyntaxError || error instanceof Undecodable
    if (!isUnreadable) throw error
    return unreadable(new Notes('body'))
  }
}

function readFormat(dto: DtoModel, source: Source, request: WireRequest): Draft {
  const { body, contentType, settings } = request
  if (body.length === 0 && source === 'xml') return bindXml(dto, decodeXml('<r/>'), settings)
  if (body.length === 0 && source !== 'form')
    return bindDecoded(dto, source, decodeJson('{}', false), settings)
  switch (source) {
    case 'form': {
      if (body.length === 0) return bindPairs(dto, 'form', [], settings)
      const pairs = isMultipart(request)
        ? decodeMultipart(body, contentType, settings.maxParts)
        : parsePairs(utf8(body))
      return bindPairs(dto, 'form', pairs, settings)
    }
    case 'json': {
      const text = utf8(body).replace(/^\ufeff/, '')
      return bindDecoded(dto, 'json', decodeJson(text, holdsBigints(dto)), settings, text)
    }
    case 'msgpack':
      return bindDecoded(dto, source, decodeMsgPack(body, settings.maxDepth), settings)
    case 'cbor':
      return bindDecoded(dto, source, decodeCbor(body, settings.maxDepth), settings)
    case 'xml':
      return bindXml(dto, decodeXml(utf8(body)), settings)
    default:
      throw new Error(`${source} is not a body`)
  }
}

/** Other forms are urlencoded. */
export function isMultipart({ contentType }: WireRequest): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(contentType)
}

function utf8(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
