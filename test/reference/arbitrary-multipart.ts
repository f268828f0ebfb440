import fc from 'fast-check'
import { keyOf, type PathPair, pathPairs } from './arbitrary-pairs.ts'
import type { BoundField } from './model.ts'

/** A multipart body for these fields, as a browser writes it; sometimes truncated. */
export function multipartText(fields: readonly BoundField[]): fc.Arbitrary<string> {
  const body = fc.tuple(pathPairs(fields, 'form'), fc.nat(7), fc.nat(7)).map(([pairs, notation, odd]) => {
    const parts = pairs.map((pair, i) => partText(pair, notation, odd === 0 && i === 0))
    return `${parts.join('')}--${boundary}--\r\n`
  })
  return fc.oneof(
    { weight: 20, arbitrary: body },
    { weight: 1, arbitrary: fc.tuple(body, fc.nat(80)).map(([text, at]) => text.slice(0, at)) },
    {
      weight: 1,
      arbitrary: fc.tuple(body, fc.nat(80)).map(([text, at]) => `${text.slice(0, at)}\r\n${text.slice(at)}`),
    },
  )
}

export const boundary = 'Boundary7MA4YWxk'

function partText({ path, value, filename }: PathPair, notation: number, isOdd: boolean): string {
  const name = keyOf(path, notation).replace(/["\r\n\\]/g, '_')
  // A file for a text field, or text for a file field.
  const file = isOdd && filename === undefined ? 'odd.txt' : isOdd ? undefined : filename
  const more = file === undefined ? '' : `; filename="${file.replaceAll('"', '_')}"`
  const type = file === undefined ? '' : '\r\nContent-Type: text/plain'
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}${type}\r\n\r\n${value}\r\n`
}
