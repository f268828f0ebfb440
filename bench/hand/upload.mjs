// The limit for a multipart form that is whole in memory: boundaries are found by Buffer.indexOf, files are views.
import { refuse } from './text.mjs'

const DASH = 45
const headEnd = Buffer.from('\r\n\r\n')

/** `title` and `files` of a multipart body. */
export function bindUploadByHand(bytes, type) {
  const boundary = `--${/boundary=([^;]+)/.exec(type ?? '')?.[1] ?? refuse('boundary')}`
  const delimiter = Buffer.from(`\r\n${boundary}`)
  const files = []
  let title
  let at = bytes.indexOf(boundary, 0, 'latin1')
  if (at === -1) refuse('body')
  at += boundary.length
  while (bytes[at] !== DASH || bytes[at + 1] !== DASH) {
    const start = bytes.indexOf(headEnd, at)
    const end = start === -1 ? -1 : bytes.indexOf(delimiter, start + 4)
    if (end === -1) refuse('body')
    const head = bytes.latin1Slice(at, start)
    const name = quoted(head, ' name="')
    const filename = quoted(head, ' filename="')
    const content = bytes.subarray(start + 4, end)
    if (name === 'title' && filename === undefined) title = content.utf8Slice(0, content.length)
    else if (name === 'files' && filename !== undefined) files.push({ name: filename, content })
    at = end + delimiter.length
  }
  return { title: title ?? refuse('title'), files }
}

function quoted(head, start) {
  const at = head.indexOf(start)
  return at === -1 ? undefined : head.slice(at + start.length, head.indexOf('"', at + start.length))
}
