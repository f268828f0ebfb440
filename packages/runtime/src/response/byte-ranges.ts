import { trimBlanks } from '../request/trim-blanks.ts'
import type { FilePart } from './file-store.ts'

/**
 * The parts of a file that a Range header asks for, in order and without overlap: none when it asks for nothing that
 * is there, `undefined` for a header that does not count: malformed, of another unit, or of more than `maxRanges`.
 */
export function partsOf(header: string, size: number, maxRanges: number): FilePart[] | undefined {
  const match = /^bytes=(.*)$/i.exec(trimBlanks(header))
  const elements = match?.[1]?.split(',') ?? []
  if (elements.length === 0 || elements.length > maxRanges) return undefined
  const parts: FilePart[] = []
  let given = false
  for (const element of elements) {
    const text = trimBlanks(element)
    if (text === '') continue
    given = true
    const part = partOf(text, size)
    if (part === undefined) return undefined
    if (part.start < part.end) parts.push(part)
  }
  return given ? merged(parts) : undefined
}

/** An empty part for one that lies outside; `undefined` for none at all. */
function partOf(text: string, size: number): FilePart | undefined {
  const match = /^(\d*)[ \t]*-[ \t]*(\d*)$/.exec(text)
  const [, first = '', last = ''] = match ?? []
  if (first === '' && last === '') return undefined
  const start = Number(first)
  const end = Number(last)
  // Past 2^53 a number is another one.
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end)) return undefined
  if (first === '') return { start: Math.max(size - end, 0), end: end === 0 ? 0 : size }
  if (start >= size || (last !== '' && end < start)) return { start: size, end: size }
  return { start, end: last === '' ? size : Math.min(end + 1, size) }
}

/** In order, with what overlaps or touches made one: so the parts are never more than the file. */
function merged(parts: readonly FilePart[]): FilePart[] {
  const kept: FilePart[] = []
  for (const part of [...parts].sort((a, b) => a.start - b.start)) {
    const before = kept.at(-1)
    if (before === undefined || part.start > before.end) kept.push(part)
    else kept[kept.length - 1] = { start: before.start, end: Math.max(before.end, part.end) }
  }
  return kept
}
