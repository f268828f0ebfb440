import type { App } from '@ctxgen/runtime'
import * as assert from 'uvu/assert'

/** The fenced blocks of a page with an info string: `ts`, `exchange`. */
export function blocksOf(text: string, info: string): readonly string[] {
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].flatMap(([, name, block = '']) =>
    name === info ? [block] : [],
  )
}

/** The parts of a page from heading to heading, the first one before any of them. */
export function sectionsOf(page: string): readonly string[] {
  return page.split(/^(?=##+ )/m)
}

/** Sends the request of an `exchange` block, and compares the answer. @param cookie sent besides */
export async function runExchange(
  app: Pick<App, 'test'>,
  exchange: string,
  cookie: string,
): Promise<Response> {
  const [request = '', expected = ''] = exchange.split('->\n')
  const [head = '', body = ''] = request.split(/\n\n|\n$/)
  const [line = '', ...headers] = head.split('\n')
  const [method = '', path = ''] = line.split(' ')
  const response = await app.test(path, {
    method,
    headers: [...(cookie === '' ? [] : [['Cookie', cookie] as [string, string]]), ...headers.map(headerOf)],
    ...(body === '' ? {} : { body: body.trimEnd() }),
  })
  await assertAnswer(response, expected, line)
  return response
}

/** Sends the form of an `upload` block, in its order: `title: Days`, `film: name type content`. */
export async function runUpload(app: Pick<App, 'test'>, upload: string): Promise<void> {
  const [request = '', expected = ''] = upload.split('->\n')
  const [line = '', ...fields] = request.trimEnd().split('\n')
  const [method = '', path = ''] = line.split(' ')
  const body = new FormData()
  for (const [name, value] of fields.map(headerOf)) {
    const [filename, type, content] = value.split(' ')
    if (type === undefined || content === undefined) body.append(name, value)
    else body.append(name, new Blob([content], { type }), filename)
  }
  await assertAnswer(await app.test(path, { method, body }), expected, upload)
}

/** Status and Content-Type, header lines, then the body; `…` is any text. */
async function assertAnswer(response: Response, expected: string, at: string): Promise<void> {
  const [start = '', ...rest] = expected.split('\n')
  const type = response.headers.get('Content-Type')
  const answered = [response.status, ...(type === null ? [] : [type])].join(' ')
  assert.is(answered, start, `${at}: ${answered}`)
  while (/^[A-Z][\w-]*: /.test(rest[0] ?? '')) {
    const [name, value] = headerOf(rest.shift() ?? '')
    assert.match(response.headers.get(name) ?? '', patternOf(value), `${at}: ${name}`)
  }
  const pattern = patternOf(rest.join('\n').trimEnd())
  const body = (await bodyOf(response, pattern)).trimEnd()
  assert.match(body, pattern, `${at}: ${body}`)
}

/** The body; of events, which may never end, so much of it as is expected. */
async function bodyOf(response: Response, expected: RegExp): Promise<string> {
  const { body, headers } = response
  if (headers.get('Content-Type') !== 'text/event-stream' || body === null) return response.text()
  let text = ''
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece
    if (expected.test(text.trimEnd())) break
  }
  return text
}

function patternOf(text: string): RegExp {
  const parts = text.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`)
}

function headerOf(line: string): [name: string, value: string] {
  const at = line.indexOf(': ')
  return [line.slice(0, at), line.slice(at + 2)]
}
