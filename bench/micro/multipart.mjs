import { parseMultipart } from '@remix-run/multipart-parser'
import busboy from 'busboy'
import { refuse } from '../contenders/hand/text.mjs'
import { bindAlbumByHand } from '../contenders/hand/upload.mjs'
import { bindFormAlbumDto } from '../dist/binders.mjs'
import { albumBody, uploadType } from '../requests.mjs'
import { RequestInput } from './request-input.mjs'

const boundary = uploadType.slice(uploadType.indexOf('=') + 1)
const headers = { 'content-type': uploadType }

/** The usual code around a library that returns fields and files. */
function albumOf({ title, author, count }, files) {
  if (title === undefined) refuse('title')
  if (author === undefined) refuse('author')
  if (count === undefined || count === '' || !Number.isSafeInteger(+count)) refuse('count')
  return { title, author, count: +count, files }
}

/** busboy returns files as streams, so the result is asynchronous. */
function withBusboy(bytes) {
  return new Promise((resolve, reject) => {
    const fields = {}
    const files = []
    const form = busboy({ headers })
    form.on('field', (name, text) => {
      fields[name] = text
    })
    form.on('file', (_, stream, { filename }) => {
      const chunks = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => files.push({ name: filename, content: Buffer.concat(chunks) }))
    })
    form.on('close', () => {
      try {
        resolve(albumOf(fields, files))
      } catch (error) {
        reject(error)
      }
    })
    form.on('error', reject)
    form.end(bytes)
  })
}

function withRemix(bytes) {
  const fields = {}
  const files = []
  for (const part of parseMultipart(bytes, { boundary })) {
    if (part.isFile) files.push({ name: part.filename, content: part.bytes })
    else fields[part.name] = part.text
  }
  return albumOf(fields, files)
}

const contenders = [
  { name: 'by hand', takes: 'bytes', run: (bytes) => bindAlbumByHand(bytes, uploadType) },
  { name: 'ctxgen', takes: 'input', run: (input) => bindFormAlbumDto(input) },
  { name: '@remix-run/multipart-parser + code', takes: 'bytes', run: withRemix },
  { name: 'busboy + code', takes: 'bytes', run: withBusboy, isAsync: true },
]

/** Replaces files by their first and last bytes: ctxgen returns a FileHeader, the others their own objects. */
function shown({ files, ...fields }) {
  return {
    ...fields,
    files: files.map((file) => {
      const content = file.content ?? file.bytes()
      return { name: file.filename ?? file.name, size: content.length, ends: [content[0], content.at(-1)] }
    }),
  }
}

/** A body as text with one character per byte. */
function bodyText(i, options) {
  return albumBody(i, options).toString('latin1')
}

function formRequest(text) {
  const bytes = Buffer.from(text, 'latin1')
  return { bytes, input: new RequestInput({ body: bytes, contentType: uploadType }) }
}

const files = [
  { name: 'one.bin', size: 50_000, ends: [0, 131] },
  { name: 'two.bin', size: 50_000, ends: [108, 102] },
]

export const subjects = [
  {
    title: 'Multipart form with 3 fields and 2 files of 50 kB → typed object',
    limit: 'by hand',
    contenders,
    texts: Array.from({ length: 8 }, (_, i) => bodyText(i)),
    request: formRequest,
    shown,
    good: [[bodyText(0), { title: 'Album 0', author: 'Ada L', count: 2, files }]],
    bad: [
      bodyText(0, { fields: { title: 'x', author: 'y' } }),
      bodyText(0, { fields: { title: 'x', count: 2 } }),
      bodyText(0, { fields: { title: 'x', author: 'y', count: 'many' } }),
      bodyText(0, { end: '' }),
    ],
  },
]
