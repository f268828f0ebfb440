import { notesText, streamedText } from './streamed.ts'

/** A request and its expected answer. */
export interface SoakRequest {
  readonly kind: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
  readonly status: number
  readonly isRight: (body: Buffer) => boolean
}

/** The content of the served file. */
export const fileContent: Buffer = Buffer.alloc(64 * 1024, 'file ')

type Maker = (mark: string, n: number) => Omit<SoakRequest, 'kind'>

/** Ten kinds: every source, streaming in both directions, and an invalid request. */
const makers: Readonly<Record<string, Maker>> = {
  query: (mark, n) => get(`/query?s=${mark}&i32=${n}&tags=a&tags=b`, { s: mark, i32: n, tags: ['a', 'b'] }),
  path: (mark, n) => get(`/path/${mark}/${n}`, { id: mark, n }),
  json: (mark, n) => {
    const sent = { s: mark, nums: [n, 1], posts: [{ title: mark }], rec: { next: { v: mark } } }
    return post('/json', 'application/json', JSON.stringify(sent), sent)
  },
  form: (mark, n) => {
    const body = `s=${mark}&u32=${n}&posts[0][title]=${mark}&map[${mark}]=x`
    const value = { s: mark, u32: n, posts: [{ title: mark }], map: { [mark]: 'x' } }
    return post('/form', 'application/x-www-form-urlencoded', body, value)
  },
  all: (mark, n) => {
    const made = post('/all/7?color=red', 'application/json', `{"s":"${mark}","n":${n}}`, {
      id: '7',
      name: mark,
      s: mark,
      n,
    })
    return { ...made, headers: { ...made.headers, 'X-Name': mark } }
  },
  upload: (mark, n) => {
    const content = Buffer.alloc(1000 + (n % 30_000), 'x')
    const head = `--b\r\nContent-Disposition: form-data; name="f"; filename="${mark}.txt"\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')])
    const f = { filename: `${mark}.txt`, size: content.length }
    return post('/upload', 'multipart/form-data; boundary=b', body, { f })
  },
  file: () => ({ ...get('/file', {}), isRight: (body) => body.equals(fileContent) }),
  stream: (mark) => ({
    ...get('/stream', {}),
    isRight: (body) => body.toString() === streamedText(mark),
  }),
  events: (mark) => ({
    ...get('/events', {}),
    isRight: (body) => body.toString() === `:\n\n${notesText(mark)}`,
  }),
  wrong: (mark) => ({
    ...post('/json', 'application/json', `{"s":"${mark}","i32":"${mark}","nums":[1,`, {}),
    status: 400,
    isRight: (body) => body.length > 0 && body.length < 4096,
  }),
}

export const kinds: readonly string[] = Object.keys(makers)

export function makeRequest(kind: string, mark: string, n: number): SoakRequest {
  const maker = makers[kind]
  if (maker === undefined) throw new Error(`there is no kind ${kind}`)
  const made = maker(mark, n)
  return { ...made, kind, headers: { ...made.headers, 'X-Mark': mark } }
}

function get(path: string, wanted: object): Omit<SoakRequest, 'kind'> {
  return { method: 'GET', path, headers: {}, body: undefined, status: 200, isRight: holding(wanted) }
}

function post(
  path: string,
  type: string,
  content: string | Buffer,
  wanted: object,
): Omit<SoakRequest, 'kind'> {
  const body = Buffer.from(content)
  const headers = { 'Content-Type': type, 'Content-Length': String(body.length) }
  return { method: 'POST', path, headers, body, status: 200, isRight: holding(wanted) }
}

/** Whether an answer has these members; others, such as defaults, are allowed. */
function holding(wanted: object): (body: Buffer) => boolean {
  return (body) => holds(JSON.parse(body.toString()), wanted)
}

function holds(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return value === wanted
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(wanted).every(([name, member]) => holds(Reflect.get(value, name), member))
}
