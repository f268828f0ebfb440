import { type Answer, BindError, type Download } from './api.ts'
import type { Codec } from './codec.ts'
import { exactJson } from './exact-json.ts'
import { drop, problemOf, type Reader, readAny } from './send.ts'

export function asJson(codec: Codec): Reader {
  return async (response, isChecked) => ({
    body: decoded(codec, JSON.parse, await response.text(), isChecked, response),
  })
}

/** JSON with integers that `JSON.parse` would round. */
export function asExactJson(codec: Codec): Reader {
  return async (response, isChecked) => ({
    body: decoded(codec, exactJson, await response.text(), isChecked, response),
  })
}

/** @throws BindError for a wrong value, and for content of another format, such as the page of a proxy */
export function decoded<Content>(
  codec: Codec,
  decode: (content: Content) => unknown,
  content: Content,
  isChecked: boolean,
  { headers }: Response,
): unknown {
  try {
    return codec.from(decode(content), '', isChecked)
  } catch (error) {
    if (error instanceof BindError) throw error
    const type = headers.get('content-type') ?? 'of no type'
    throw new BindError('', `cannot be read: it is ${type}`, { cause: error })
  }
}

export async function asText(response: Response): Promise<Partial<Answer>> {
  return { body: await response.text() }
}

export async function asNothing(response: Response): Promise<Partial<Answer>> {
  drop(response.body)
  return {}
}

/** Problem details; any other text, such as that of a proxy, is their detail. */
export async function asProblem(response: Response): Promise<Partial<Answer>> {
  const { problem, body } = await readAny(response)
  const detail = typeof body === 'string' ? body : JSON.stringify(body)
  return { problem: problem ?? problemOf({ detail }, response) }
}

export async function asRedirect(response: Response): Promise<Partial<Answer>> {
  drop(response.body)
  return { location: response.headers.get('location') ?? undefined }
}

export async function asFile(response: Response): Promise<Partial<Answer>> {
  const { headers } = response
  const found: Download = {
    name: fileName(headers.get('content-disposition') ?? ''),
    type: headers.get('content-type') ?? '',
    stream: response.body ?? new Blob([]).stream(),
    blob: () => response.blob(),
  }
  return { body: found }
}

/** The name of a file without its folders, which a service may not choose (RFC 6266, section 4.3). */
export function fileName(disposition: string): string | undefined {
  const parameter = /;\s*([^\s=;"]*)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*)))?\s*/gy
  parameter.lastIndex = disposition.search(/;|$/)
  const found = new Map<string, string>()
  for (const [, key = '', quoted, word = ''] of disposition.matchAll(parameter))
    found.set(key.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? word)
  const [, encoded] = /^utf-8'[^']*'(.+)/i.exec(found.get('filename*') ?? '') ?? []
  const sent = unescaped(encoded) ?? found.get('filename') ?? ''
  const [last = ''] = sent.split(/[/\\]/).slice(-1)
  const name = last.replace(/\p{Cc}/gu, '').trim()
  return /^\.{0,2}$/.test(name) ? undefined : name
}

/** `undefined` for what is no UTF-8. */
export function unescaped(encoded: string | undefined): string | undefined {
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

/** Of several types of content. */
export function byType(readers: Readonly<Record<string, Reader>>, other: Reader): Reader {
  return (response, isChecked) => {
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
    return (readers[type.trim().toLowerCase()] ?? other)(response, isChecked)
  }
}
