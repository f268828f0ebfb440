// The limit for a multipart form in memory: Buffer.indexOf finds the boundaries, files are views.
import { refuse } from './text.mjs'

const DASH = 45
const headEnd = Buffer.from('\r\n\r\n')

/** `title` and `files` of a multipart body. */
export function bindUploadByHand(bytes, type) {
  const files = []
  let title
  forEachPart(bytes, type, (name, filename, content) => {
    if (name === 'title' && filename === undefined) title = content.utf8Slice(0, content.length)
    else if (name === 'files' && filename !== undefined) files.push({ name: filename, content })
  })
  return { title: title ?? refuse('title'), files }
}

/** `title`, `author`, `count` (whole number) and `files` of a multipart body. */
export function bindAlbumByHand(bytes, type) {
  const files = []
  let title, author, count
  forEachPart(bytes, type, (name, filename, content) => {
    if (filename !== undefined) {
      if (name === 'files') files.push({ name: filename, content })
      return
    }
    const text = content.utf8Slice(0, content.length)
    if (name === 'title') title = text
    else if (name === 'author') author = text
    else if (name === 'count') count = text !== '' && Number.isSafeInteger(+text) ? +text : refuse('count')
  })
  if (title === undefined) refuse('title')
  if (author === undefined) refuse('author')
  if (count === undefined) refuse('count')
  return { title, author, count, files }
}

function forEachPart(bytes, type, take) {
  const boundary = `--${/boundary=([^;]+)/.exec(type ?? '')?.[1] ?? refuse('boundary')}`
  const delimiter = Buffer.from(`\r\n${boundary}`)
  let at = bytes.indexOf(boundary, 0, 'latin1')
  if (at === -1) refuse('body')
  at += boundary.length
  while (bytes[at] !== DASH || bytes[at + 1] !== DASH) {
    const start = bytes.indexOf(headEnd, at)
    const end = start === -1 ? -1 : bytes.indexOf(delimiter, start + 4)
    if (end === -1) refuse('body')
    const head = bytes.latin1Slice(at, start)
    take(quoted(head, ' name="'), quoted(head, ' filename="'), bytes.subarray(start + 4, end))
    at = end + delimiter.length
  }
}

function quoted(head, start) {
  const at = head.indexOf(start)
  return at === -1 ? undefined : head.slice(at + start.length, head.indexOf('"', at + start.length))
}
