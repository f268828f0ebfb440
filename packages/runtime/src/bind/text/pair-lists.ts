import { mustBeNoFile } from '../../error/english-issues.ts'
import { parserConfig } from '../reading/parser-config.ts'
import { asText, refusal, type Scalar } from '../scalar/scalar.ts'
import type { TextPairs } from './text-pairs.ts'

/** The separator of list elements in one value: the options `csv`, `pipe` and `ssv`. */
export type ListSeparator = ',' | '|' | ' '

/** Adds the value of a pair to a list of texts. */
export function pairTexts(pairs: TextPairs, list: string[] | undefined): string[] {
  if (pairs.isFile()) return refuseFile(pairs) ?? list ?? []
  const text = pairs.text()
  if (pairs.settings.splitting) return addParts(pairs, list, text, ',', asText)
  if (list === undefined) return [text]
  if (list.length === pairs.settings.maxArrayLength) pairs.refuseLength()
  list.push(text)
  return list
}

/**
 * Adds the value of a pair to a list of `type`, split at `separator` or, if set app-wide, at commas. An empty value is
 * absent.
 */
export function pairList<T>(
  pairs: TextPairs,
  list: T[] | undefined,
  type: Scalar<T>,
  separator?: ListSeparator,
): T[] | undefined {
  if (pairs.isFile()) return refuseFile(pairs) ?? list
  const text = pairs.text()
  if (text === '' && !type.takesEmpty && !parserConfig().zeroEmpty) return list
  const at = separator ?? (pairs.settings.splitting ? ',' : undefined)
  return at === undefined ? addOne(pairs, list ?? [], text, type) : addParts(pairs, list, text, at, type)
}

function refuseFile(pairs: TextPairs): undefined {
  return pairs.wrong(mustBeNoFile, 'every')
}

function addParts<T>(
  pairs: TextPairs,
  list: T[] | undefined,
  text: string,
  separator: string,
  type: Scalar<T>,
): T[] {
  const into = list ?? []
  // Stops after one part too many, since a value may contain millions. Dropped empty parts do not count, wrong ones do.
  let free = pairs.settings.maxArrayLength - into.length
  for (let start = 0; ; ) {
    const end = text.indexOf(separator, start)
    const part = end === -1 ? text.slice(start) : text.slice(start, end)
    if ((part !== '' || type.takesEmpty) && free-- === 0) pairs.refuseLength()
    addOne(pairs, into, part, type)
    if (end === -1) return into
    start = end + 1
  }
}

function addOne<T>(pairs: TextPairs, list: T[], text: string, type: Scalar<T>): T[] {
  const isEmpty = text === '' && !type.takesEmpty
  if (isEmpty && !parserConfig().zeroEmpty) return list
  if (list.length === pairs.settings.maxArrayLength) pairs.refuseLength()
  if (isEmpty) {
    if (type.zero !== undefined) list.push(type.zero)
    return list
  }
  const value = type.read(text)
  if (value === undefined) pairs.wrong(refusal(type, text), 'every')
  else list.push(value)
  return list
}
