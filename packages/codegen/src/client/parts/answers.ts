import { type Answer, BindError, type Download } from './api.ts'
import { type Codec, exactJson } from './codec.ts'
import { problemOf, type Reader, readAny } from './send.ts'

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
  const detail = typeof body === 'string' ? body : JSON.stringify(body)
  return { problem: problem ?? problemOf({ detail }, response) }
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
    name: unescaped(encoded) ?? quoted?.replace(/\\(.)/g, '$1'),
    type: headers.get('content-type') ?? '',
    stream: response.body ?? new Blob([]).stream(),
    blob: () => response.blob(),
  }
  return { body: found }
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
