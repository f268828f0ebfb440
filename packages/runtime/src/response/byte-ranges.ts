import { trimBlanks } from '../request/header-lines.ts'
import type { FilePart } from './file-store.ts'

/**
 * The parts of a file that a Range header requests, in order and without overlap. Empty when none can be satisfied;
 * `undefined` for a header to ignore: malformed, with another unit, or with more than `maxRanges` ranges.
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

/** An empty part for an unsatisfiable range; `undefined` for a malformed one. */
function partOf(text: string, size: number): FilePart | undefined {
  const match = /^(\d*)[ \t]*-[ \t]*(\d*)$/.exec(text)
  const [, first = '', last = ''] = match ?? []
  if (first === '' && last === '') return undefined
  const start = Number(first)
  const end = Number(last)
  // A number above 2^53 would be rounded.
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end)) return undefined
  if (first === '') return { start: Math.max(size - end, 0), end: end === 0 ? 0 : size }
  if (start >= size || (last !== '' && end < start)) return { start: size, end: size }
  return { start, end: last === '' ? size : Math.min(end + 1, size) }
}

/** Sorts parts and merges those that overlap or touch, so that they never exceed the file. */
function merged(parts: readonly FilePart[]): FilePart[] {
  const kept: FilePart[] = []
  for (const part of [...parts].sort((a, b) => a.start - b.start)) {
    const before = kept.at(-1)
    if (before === undefined || part.start > before.end) kept.push(part)
    else kept[kept.length - 1] = { start: before.start, end: Math.max(before.end, part.end) }
  }
  return kept
}
