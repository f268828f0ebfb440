import { type Answer, BindError, type Download } from './api.ts'
import { type Codec, exactJson } from './codec.ts'
import { type Reader, readAny } from './send.ts'

export function asJson(codec: Codec): Reader {
  return async (response, isChecked) => ({
    body: codec.from(await decoded(response, JSON.parse), '', isChecked),
  })
}

/** JSON with integers that `JSON.parse` would round. */
export function asExactJson(codec: Codec): Reader {
  return async (response, isChecked) => ({
    body: codec.from(await decoded(response, exactJson), '', isChecked),
  })
}

/** @throws BindError for a text of another format, such as the page of a proxy */
export async function decoded(response: Response, decode: (text: string) => unknown): Promise<unknown> {
  const content = await response.text()
  try {
    return decode(content)
  } catch {
    throw new BindError('', `cannot be read: it is ${response.headers.get('content-type') ?? 'of no type'}`)
  }
}

export async function asText(response: Response): Promise<Partial<Answer>> {
  return { body: await response.text() }
}

export async function asNothing(response: Response): Promise<Partial<Answer>> {
  await response.body?.cancel()
  return {}
}

/** Problem details; any other text, such as that of a proxy, is their detail. */
export async function asProblem(response: Response): Promise<Partial<Answer>> {
  const { problem, body } = await readAny(response)
  const { status, statusText } = response
  return { problem: problem ?? { type: 'about:blank', title: statusText, status, detail: String(body) } }
}

export async function asRedirect(response: Response): Promise<Partial<Answer>> {
  await response.body?.cancel()
  return { location: response.headers.get('location') ?? undefined }
}

export async function asFile(response: Response): Promise<Partial<Answer>> {
  const { headers } = response
  const name = headers.get('content-disposition') ?? ''
  const [, encoded] = /filename\*=utf-8''([^;]+)/i.exec(name) ?? []
  const [, quoted] = /filename="((?:[^"\\]|\\.)*)"/i.exec(name) ?? []
  const found: Download = {
    name: encoded === undefined ? quoted?.replace(/\\(.)/g, '$1') : decodeURIComponent(encoded),
    type: headers.get('content-type') ?? '',
    stream: response.body ?? new Blob([]).stream(),
    blob: () => response.blob(),
  }
  return { body: found }
}

/** Of several types of content. */
export function byType(readers: Readonly<Record<string, Reader>>, other: Reader): Reader {
  return (response, isChecked) => {
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
    return (readers[type.trim().toLowerCase()] ?? other)(response, isChecked)
  }
}
