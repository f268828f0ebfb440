import { type Codec, isRecord, refuse } from './codec.ts'
import { exactText, randomText } from './exact-json.ts'
import type { Body } from './send.ts'
import { type Pair, pairs, queryText, textOf } from './text.ts'

export function jsonBody(codec: Codec, value: unknown): Body {
  return { type: 'application/json', body: JSON.stringify(codec.to(value, '')) }
}

/** JSON with exact integers. */
export function exactJsonBody(codec: Codec, value: unknown): Body {
  return { type: 'application/json', body: exactText(codec.to(value, '')) }
}

export function formBody(codec: Codec, value: unknown): Body {
  return { type: 'application/x-www-form-urlencoded', body: queryText(codec, value) }
}

/** Written here, since FormData changes line feeds. Fields come first: servers that stream files check them before. */
export function multipartBody(codec: Codec, value: unknown): Body {
  const boundary = randomText()
  const isFile = ([, one]: Pair): number => Number(one instanceof Blob)
  const sent = [...pairs(codec.to(value, ''))].sort((a, b) => isFile(a) - isFile(b))
  const parts = sent.flatMap(([key, one]) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${partName(key)}"`,
    ...partOf(one),
    '\r\n',
  ])
  parts.push(`--${boundary}--\r\n`)
  const hasStream = parts.some((one) => Object.hasOwn(Object(one), 'stream'))
  const content = hasStream ? streamBody(streamOf(parts)) : { body: new Blob(parts) }
  return { type: `multipart/form-data; boundary=${boundary}`, ...content }
}

/** Parts one after another, each read when it is its turn. */
export function streamOf(parts: readonly (string | Blob)[]): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const write = async (): Promise<void> => {
    for (const one of parts)
      await (typeof one === 'string' ? new Blob([one]) : one)
        .stream()
        .pipeTo(writable, { preventClose: true })
    await writable.close()
  }
  // A failure has ended the readable side, too.
  write().catch(() => {})
  return readable
}

export function partOf(value: Pair[1]): readonly (string | Blob)[] {
  if (!(value instanceof Blob)) return ['\r\n\r\n', value]
  const name = value instanceof File ? value.name : 'blob'
  const type = value.type === '' ? 'application/octet-stream' : value.type
  return [`; filename="${partName(name)}"\r\nContent-Type: ${type}\r\n\r\n`, value]
}

/** A name of a part (HTML standard, section 4.10.22.8). */
export function partName(name: string): string {
  return name.replace(
    /["\r\n]/g,
    (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  )
}

export function xmlBody(codec: Codec, value: unknown): Body {
  return { type: 'application/xml', body: `<root>${xmlOf(codec.to(value, ''))}</root>` }
}

/** The content of an element; a list below a list has elements of its own. */
export function xmlOf(value: unknown): string {
  if (Array.isArray(value)) return xmlOf({ item: value })
  if (isRecord(value)) {
    return Object.entries(value)
      .flatMap(([key, one]) =>
        [one].flat().map((each) => (each === null ? '' : `<${key}>${xmlOf(each)}</${key}>`)),
      )
      .join('')
  }
  return textOf(value).replace(/[&<>\r]/g, (one) => `&#${one.charCodeAt(0)};`)
}

/** Text in the characters of XML 1.0. */
export function xmlText(of: Codec): Codec {
  return {
    to(value, at) {
      const sent = of.to(value, at)
      const isText =
        typeof sent !== 'string' || /^[\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u.test(sent)
      return isText ? sent : refuse(at, 'has a character that XML cannot hold')
    },
    from: of.from,
  }
}

/** A property whose name no element can have. */
export function unnamed(of: Codec): Codec {
  return {
    to: (value, at) => (value === undefined ? undefined : refuse(at, 'has a name that XML cannot hold')),
    from: of.from,
  }
}

/** @throws TypeError in browsers that would send the text `[object ReadableStream]` */
export function streamBody(body: ReadableStream): Body {
  const init = { method: 'POST', body: new ReadableStream(), duplex: 'half' } as const
  if (new Request('http://localhost', init).headers.has('content-type'))
    throw new TypeError('this browser sends no streams')
  return { body, duplex: 'half' }
}

/** A body of the caller's own. */
export function rawBody(body: Body['body'] | undefined, type?: string): Body | undefined {
  if (body === undefined) return undefined
  const content = body instanceof ReadableStream ? streamBody(body) : { body }
  return { ...content, ...(type !== undefined && { type }) }
}
