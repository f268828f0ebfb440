/** A request as curl would send it. */
export interface CurlRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** A line for each. */
  readonly headers: string
  readonly body: string
}

const boundary = 'playground-boundary'

/** Reads a command line of curl: `-X`, `-H`, `-b`, `-d` and its kinds, `--json`, `-F`, `-G`. @throws Error for any other option */
export function parseCurl(text: string): CurlRequest {
  const [command, ...words] = wordsOf(text.trim().replace(/^\$ /, ''))
  if (command !== 'curl') throw new Error('it does not begin with curl')
  const headers: string[] = []
  const data: string[] = []
  const parts: string[] = []
  let method: string | undefined
  let url: string | undefined
  let isQuery = false
  while (words.length > 0) {
    const word = words.shift() ?? ''
    const [, short, attached = ''] = /^(-[XHdFb])(.+)$/s.exec(word) ?? []
    if (short !== undefined) words.unshift(attached)
    const name = short ?? word
    const [, others] = /^-[isvkL]([^-].*)$/s.exec(name) ?? []
    if (others !== undefined) {
      words.unshift(`-${others}`)
      continue
    }
    const value = (): string => {
      const next = words.shift()
      if (next === undefined) throw new Error(`${name} has no value`)
      return next
    }
    if (name === '-X' || name === '--request') method = value()
    else if (name === '-H' || name === '--header') headers.push(value())
    else if (name === '-b' || name === '--cookie') headers.push(`Cookie: ${value()}`)
    else if (/^(?:-d|--data|--data-raw|--data-ascii|--data-binary)$/.test(name)) data.push(value())
    else if (name === '--data-urlencode') data.push(encoded(value()))
    else if (name === '--json') {
      data.push(value())
      headers.push('Content-Type: application/json', 'Accept: application/json')
    } else if (name === '-F' || name === '--form') parts.push(partOf(value()))
    else if (name === '-G' || name === '--get') isQuery = true
    else if (/^(?:-[isvkL]+|--silent|--include|--verbose|--compressed|--location)$/.test(name)) continue
    else if (name.startsWith('-')) throw new Error(`${name} is not understood`)
    else url = name
  }
  if (url === undefined) throw new Error('it has no URL')
  const body = parts.length > 0 ? `${parts.join('')}--${boundary}--\r\n` : data.join('&')
  const place = placeOf(url)
  if (isQuery) {
    return {
      method: method ?? 'GET',
      url: body === '' ? place : `${place}${place.includes('?') ? '&' : '?'}${body}`,
      headers: headers.join('\n'),
      body: '',
    }
  }
  const hasType = headers.some((line) => /^content-type:/i.test(line))
  if (parts.length > 0) headers.push(`Content-Type: multipart/form-data; boundary=${boundary}`)
  else if (body !== '' && !hasType) headers.push('Content-Type: application/x-www-form-urlencoded')
  return { method: method ?? (body === '' ? 'GET' : 'POST'), url: place, headers: headers.join('\n'), body }
}

function placeOf(url: string): string {
  const { pathname, search } = new URL(
    /^[a-z]+:\/\//i.test(url) ? url : url.startsWith('/') ? `http://localhost${url}` : `http://${url}`,
  )
  return pathname + search
}

function encoded(value: string): string {
  const [, name = '', text = ''] = /^([^=]*=)?([\s\S]*)$/.exec(value) ?? []
  return name + encodeURIComponent(text)
}

/** A file has the text behind `@` as its name, and a line as its content. */
function partOf(form: string): string {
  const [, name = '', value = ''] = /^([^=]*)=([\s\S]*)$/.exec(form) ?? []
  const [file = '', ...options] = value.split(';')
  const type = options.find((one) => one.startsWith('type='))?.slice(5)
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', '%22')}"`
  if (!file.startsWith('@')) return `${head}\r\n\r\n${value}\r\n`
  const path = file.slice(1)
  return `${head}; filename="${path.replaceAll('"', '%22')}"\r\nContent-Type: ${type ?? 'text/plain'}\r\n\r\nthe content of ${path}\r\n`
}

/** The words of a command line of a POSIX shell, without what a shell would replace. */
function wordsOf(line: string): string[] {
  const words: string[] = []
  let word: string | undefined
  const pieces = /\\\r?\n|\s+|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+)|(['"\\])/g
  for (const [piece, single, double, escaped, plain, open] of line.matchAll(pieces)) {
    if (open !== undefined) throw new Error(`a ${open} has no end`)
    if (/^(?:\\\r?\n|\s+)$/.test(piece)) {
      if (word !== undefined && !piece.startsWith('\\')) {
        words.push(word)
        word = undefined
      }
      continue
    }
    word = (word ?? '') + (single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? plain ?? '')
  }
  return word === undefined ? words : [...words, word]
}
