import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { App, BindError, type Ctx, type FileStream, HttpError, ValidationError } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  bindFormFilm,
  bindFormFilms,
  bindFormProof,
  Film,
} from '../../fixtures/valid/form-streams/dto.bind.js'

const folder = mkdtempSync(join(tmpdir(), 'ctxgen-streams-'))
test.after(() => rmSync(folder, { recursive: true, force: true }))

const stream = { body: 'stream' } as const
const mp4 = (size: number): Blob => new Blob([new Uint8Array(size).fill(7)], { type: 'video/mp4' })

type Entry = readonly [name: string, value: string | Blob]

function formOf(...entries: readonly Entry[]): FormData {
  const form = new FormData()
  for (const [name, value] of entries) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, `${name}.mp4`)
  }
  return form
}

/** The answer to a form: of a handler that throws, the error's status and issues. */
async function answer(handler: (c: Ctx) => Promise<void>, body: FormData | string): Promise<string> {
  const app = new App({ errorHandler: (c, error) => void c.sendString(textOf(error)) })
  app.post('/', stream, handler)
  app.post('/read', { body: true }, handler)
  const type =
    typeof body === 'string' ? { headers: { 'Content-Type': 'multipart/form-data; boundary=b' } } : {}
  const streamed = await (await app.test('/', { method: 'POST', body, ...type })).text()
  const read = await (await app.test('/read', { method: 'POST', body, ...type })).text()
  assert.is(read, streamed)
  return streamed
}

function textOf(error: unknown): string {
  if (error instanceof BindError || error instanceof ValidationError)
    return error.issues.map(({ path, code, message }) => `${path} ${code}: ${message}`).join('; ')
  return error instanceof HttpError ? `${error.status} ${error.message}` : String(error)
}

async function sizeOf(file: FileStream): Promise<number> {
  let size = 0
  for await (const piece of file.stream()) size += piece.length
  return size
}

const count = async (c: Ctx): Promise<void> => {
  const { title, year, film, poster } = await bindFormFilm(c)
  const { filename, type } = film
  const size = await sizeOf(film)
  c.sendString(`${title} ${year} ${filename} ${type} ${size} ${poster && (await sizeOf(poster))}`)
}

const title: Entry = ['title', 'Days']
const film: Entry = ['film_file', mp4(300_000)]

test('fields are bound first, then files come in the order sent', async () => {
  const both = formOf(title, ['year', '1999'], film, ['poster', mp4(9)])
  assert.is(await answer(count, both), 'Days 1999 film_file.mp4 video/mp4 300000 9')
})

test('fields are checked before a file is taken', async () => {
  let begun = 0
  const handler = async (c: Ctx): Promise<void> => {
    await bindFormFilm(c)
    begun++
  }
  assert.is(
    await answer(handler, formOf(['title', 'D'], film)),
    'title rule: must have at least 2 characters',
  )
  assert.is(
    await answer(handler, formOf(['year', 'x'], film)),
    'year type: must be a whole number; title missing: is required',
  )
  assert.is(await answer(handler, formOf(title)), 'film_file missing: is required')
  assert.is(await answer(handler, formOf(title, ['film_file', 'text'])), 'film_file type: must be a file')
  const text = new Blob(['x'], { type: 'text/plain' })
  assert.match(await answer(handler, formOf(title, ['film_file', text])), /^film_file rule: must/)
  assert.match(await answer(handler, '--b\r\nbad\r\n\r\n'), /^ syntax/)
  assert.is(begun, 0)
})

test('a field behind a file, and a file that does not come, reject the file', async () => {
  assert.is(
    await answer(count, formOf(title, film, ['year', '1'])),
    'year structure: must be sent before the files: fields come first',
  )
  assert.is(
    await answer(count, formOf(title, ['poster', mp4(9)])),
    'Error: the file has not begun: await open(), or read the one before',
  )
  const wait = async (c: Ctx): Promise<void> => {
    const bound = await bindFormFilm(c)
    c.sendString(`${await sizeOf(bound.film)}`)
  }
  assert.is(await answer(wait, formOf(title, ['poster', mp4(9)])), 'film_file missing: is required')
  // A file input without a file sends an empty field.
  assert.is(await answer(wait, formOf(title, film, ['poster', ''])), '300000')
  assert.is(await answer(wait, formOf(title, ['poster', mp4(9)], film)), '300000')
})

test('a file that was passed is an error', async () => {
  const backwards = async (c: Ctx): Promise<void> => {
    const bound = await bindFormFilm(c)
    if (bound.poster !== undefined) await sizeOf(bound.poster)
    c.sendString(`${await sizeOf(bound.film)}`)
  }
  assert.match(await answer(backwards, formOf(title, film, ['poster', mp4(9)])), /film_file was passed/)
})

test('rules of a file hold while it runs, and save leaves nothing behind', async () => {
  const path = join(folder, 'film.mp4')
  writeFileSync(path, 'old')
  const save = async (c: Ctx): Promise<void> => {
    const bound = await c.bind().form(Film)
    await bound.film.save(path)
    c.sendString('saved')
  }
  assert.match(
    await answer(save, formOf(title, ['film_file', mp4(1_100_000)])),
    /^film_file rule: must have at most 1MB/,
  )
  assert.match(await answer(save, formOf(title, film, ['year', '1'])), /^year structure/)
  assert.is(readFileSync(path, 'utf8'), 'old')
  assert.is(await answer(save, formOf(title, film)), 'saved')
  assert.is(readFileSync(path).length, 300_000)
  assert.equal(readdirSync(folder), ['film.mp4'])
})

test('a type without a usable boundary is a 400', async () => {
  const app = new App({ onError: (error) => assert.unreachable(String(error)) })
  app.post('/', stream, count)
  for (const boundary of ['', '; boundary=', `; boundary=${'b'.repeat(71)}`]) {
    const headers = { 'Content-Type': `multipart/form-data${boundary}` }
    assert.is((await app.test('/', { method: 'POST', body: 'x', headers })).status, 400, boundary)
  }
})

test('a file that no handler awaited is a 500 that names the call', async () => {
  const errors: unknown[] = []
  const app = new App({ onError: (error) => errors.push(error) })
  app.post('/', stream, async (c) => {
    const { film } = await bindFormFilm(c)
    void film.save(join(folder, 'unawaited.mp4'))
    c.sendString('done')
  })
  const body = formOf(title, ['film_file', new Blob(['no film'], { type: 'text/plain' })])
  const { status } = await app.test('/', { method: 'POST', body })
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.ok(status === 500 || status === 400, String(status))
  assert.equal(readdirSync(folder).includes('unawaited.mp4'), false)
  if (status === 500) assert.match(String(errors[0]), 'save()')
})

test('a list gives its files one after the other', async () => {
  const list = async (c: Ctx): Promise<void> => {
    const { album, films } = await bindFormFilms(c)
    const sizes: number[] = []
    for await (const one of films) sizes.push(await sizeOf(one))
    c.sendString(`${album}: ${sizes}`)
  }
  const album: Entry = ['album', 'a']
  const files = (...sizes: readonly number[]): Entry[] => sizes.map((size) => ['films', mp4(size)])
  assert.is(await answer(list, formOf(album, ...files(1, 0, 3))), 'a: 1,0,3')
  assert.is(await answer(list, formOf(album)), 'a: ')
  assert.match(await answer(list, formOf(album, ...files(1, 2, 3, 4))), /^films rule: must have at most 3/)
  assert.match(await answer(list, formOf(album, ...files(1, 1025))), /^films.1 rule: must have at most 1KB/)
  const forgetful = async (c: Ctx): Promise<void> => {
    const { films } = await bindFormFilms(c)
    for (const one of films) await sizeOf(one)
  }
  assert.match(await answer(forgetful, formOf(album, ...files(1))), /for await/)
})

const png = '\x89PNG\r\n\x1a\n'
const image = (head: string, size: number): Blob => {
  const bytes = Uint8Array.from(head.padEnd(size, 'x'), (char) => char.charCodeAt(0))
  return new Blob([bytes], { type: 'image/png' })
}

test('the first bytes of a file are compared with its type, and reach the reader', async () => {
  const path = join(folder, 'scan.png')
  const read = async (c: Ctx): Promise<void> => {
    const { scan, pages } = await bindFormProof(c)
    await scan.save(path)
    const sizes: number[] = []
    if (pages !== undefined) for await (const page of pages) sizes.push((await page.bytes()).length)
    c.sendString(`${readFileSync(path, 'latin1').startsWith(png)} ${readFileSync(path).length} ${sizes}`)
  }
  const entries = (scan: Blob, ...pages: readonly Blob[]): FormData =>
    formOf(['scan', scan], ...pages.map((page): Entry => ['pages', page]))
  const refused = 'rule: must begin like a file of its type'
  assert.is(await answer(read, entries(image(png, 400_000))), 'true 400000 ')
  // Shorter than the longest signature.
  assert.is(await answer(read, entries(image(png, 9), image(png, 300), image(png, 8))), 'true 9 300,8')
  rmSync(path)
  for (const size of [0, 4, 300, 400_000])
    assert.is(await answer(read, entries(image('GIF89a'.slice(0, size), size))), `scan ${refused}`)
  assert.not(readdirSync(folder).includes('scan.png'))
  assert.is(
    await answer(read, entries(image(png, 9), image(png, 9), image('%PDF-', 9))),
    `pages.1 ${refused}`,
  )
  rmSync(path)
})

test('the first bytes are compared when they come one by one', async () => {
  const app = new App()
  app.post('/', stream, async (c) => {
    const { scan } = await bindFormProof(c)
    c.sendString(`${await sizeOf(scan)}`)
  })
  const begin =
    '--b\r\nContent-Disposition: form-data; name="scan"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
  const send = async (content: string): Promise<number> => {
    const bytes = Buffer.from(`${begin}${content}\r\n--b--`, 'latin1')
    const body = ReadableStream.from(Array.from(bytes, (byte) => Uint8Array.of(byte)))
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
    const init = { method: 'POST', body, headers, duplex: 'half' as const }
    return (await app.fetch(new Request('http://a/', init))).status
  }
  assert.is(await send(png.padEnd(300, 'x')), 200)
  assert.is(await send(png.slice(1).padEnd(300, 'x')), 400)
  assert.is(await send(png.slice(1)), 400)
})

test('curl and fetch upload over a connection, and a body that is no form is a 415', async () => {
  const app = new App({ bodyLimit: 20_000_000 })
  app.post('/', stream, async (c) => {
    const { title, film } = await bindFormFilm(c)
    c.sendString(`${title} ${await sizeOf(film)}`)
  })
  const server = await app.listen({ host: '127.0.0.1' })
  const url = `http://127.0.0.1:${server.port}/`
  const path = join(folder, 'sent.mp4')
  writeFileSync(path, new Uint8Array(900_000))
  const { stdout } = await promisify(execFile)('curl', [
    '-s',
    '-F',
    'title=Días',
    '-F',
    `film_file=@${path};type=video/mp4`,
    url,
  ])
  assert.is(stdout, 'Días 900000')
  assert.is(await (await fetch(url, { method: 'POST', body: formOf(title, film) })).text(), 'Days 300000')
  assert.is(
    (
      await fetch(url, {
        method: 'POST',
        body: 'title=a',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      })
    ).status,
    415,
  )
  await app.shutdown()
})

test.run()
