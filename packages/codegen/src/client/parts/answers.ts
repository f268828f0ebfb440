import type { Answer, Download, ServerEvent } from './api.ts'
import { type Codec, exactJson } from './codec.ts'
import { type Reader, readAny } from './send.ts'

export function asJson(codec: Codec): Reader {
  return async (response, isChecked) => ({ body: codec.from(await response.json(), '', isChecked) })
}

/** JSON with integers that `JSON.parse` would round. */
export function asExactJson(codec: Codec): Reader {
  return async (response, isChecked) => ({
    body: codec.from(exactJson(await response.text()), '', isChecked),
  })
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

export async function* chunks({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = (body ?? new Blob([]).stream()).getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel()
  }
}

export async function asEvents(response: Response): Promise<Partial<Answer>> {
  return { body: events(response) }
}

/** Server-sent events (HTML standard, section 9.2). */
export async function* events(response: Response): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder()
  let [left, event, data, id] = ['', '', '', '']
  for await (const chunk of chunks(response)) {
    left += decoder.decode(chunk, { stream: true })
    // A carriage return at the end may be half of a line's end.
    const lines = left.split(/\r\n|\n|\r(?!$)/)
    left = lines.pop() ?? ''
    for (const line of lines) {
      const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
      if (field === 'event') event = value
      else if (field === 'data') data += `${value}\n`
      else if (field === 'id') id = value
      else if (line === '' && data !== '') yield { event: event || 'message', data: data.slice(0, -1), id }
      if (line === '') [event, data] = ['', '']
    }
  }
}

/** Of several types of content. */
export function byType(readers: Readonly<Record<string, Reader>>, other: Reader): Reader {
  return (response, isChecked) => {
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
    return (readers[type.trim().toLowerCase()] ?? other)(response, isChecked)
  }
}
