import type { Ctx } from '@ctxgen/runtime'

/** A source of a directive: a text as in the header, or a function that returns one. */
export type CspSource = string | ((c: Ctx) => string)

/** The directives by name, in camelCase or as in the header. An empty list has no value; `false` drops a default. */
export type CspDirectives = Readonly<Record<string, readonly CspSource[] | string | false>>

/** Those of the library helmet 8. */
const defaults: CspDirectives = {
  'default-src': ["'self'"],
  'base-uri': ["'self'"],
  'font-src': ["'self'", 'https:', 'data:'],
  'form-action': ["'self'"],
  'frame-ancestors': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
  'script-src': ["'self'"],
  'script-src-attr': ["'none'"],
  'style-src': ["'self'", 'https:', "'unsafe-inline'"],
  'upgrade-insecure-requests': [],
}

/** @throws TypeError for a directive that browsers would ignore or read as another. */
export function policyOf(directives: CspDirectives, useDefaults: boolean): string | ((c: Ctx) => string) {
  const merged = new Map<string, readonly CspSource[]>()
  const given = new Set<string>()
  for (const [name, value] of Object.entries(useDefaults ? defaults : {})) set(merged, name, value)
  for (const [written, value] of Object.entries(directives)) {
    const name = written.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    if (!/^[a-z\d]+(?:-[a-z\d]+)*$/.test(name))
      throw new TypeError(`helmet: no name of a CSP directive: ${written}`)
    if (given.has(name)) throw new TypeError(`helmet: the CSP directive ${name} is there twice`)
    given.add(name)
    set(merged, name, value)
  }
  if (merged.size === 0)
    throw new TypeError('helmet: a CSP without directives; set contentSecurityPolicy: false')
  const parts = [...merged].map(([name, sources]) => ({ name, sources }))
  const sources = parts.flatMap((part) => part.sources)
  for (const source of sources) if (typeof source === 'string') checkSource(source)
  const text = (c: Ctx | undefined): string =>
    parts.map(({ name, sources }) => [name, ...sources.map((one) => sourceText(one, c))].join(' ')).join(';')
  return sources.every((source) => typeof source === 'string') ? text(undefined) : text
}

function set(
  merged: Map<string, readonly CspSource[]>,
  name: string,
  value: readonly CspSource[] | string | false,
): void {
  if (value === false) merged.delete(name)
  else merged.set(name, typeof value === 'string' ? [value] : value)
}

const keyword =
  /^(?:self|none|unsafe-inline|unsafe-eval|unsafe-hashes|strict-dynamic|report-sample|wasm-unsafe-eval|inline-speculation-rules|(?:nonce|sha256|sha384|sha512)-.+)$/

/** @throws TypeError */
function checkSource(source: string): void {
  if (!/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(source) || /[;,]/.test(source))
    throw new TypeError(
      `helmet: a CSP source cannot hold ; or , or control characters: ${JSON.stringify(source)}`,
    )
  if (keyword.test(source))
    throw new TypeError(`helmet: the CSP source ${source} needs quotes: "'${source}'"`)
}

function sourceText(source: CspSource, c: Ctx | undefined): string {
  if (typeof source === 'string') return source
  const text = c === undefined ? '' : source(c)
  checkSource(text)
  return text
}
