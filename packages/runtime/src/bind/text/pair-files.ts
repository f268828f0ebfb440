import { mustBeFile, mustBeSentFile } from '../../error/english-issues.ts'
import { FileHeader } from '../../request/file-header.ts'
import { indexedLists, listIndex } from './pair-indices.ts'
import type { TextPairs } from './text-pairs.ts'

/** Reads a pair as a file; the first file of a property wins, and text is an issue. */
export function pairFile(pairs: TextPairs, held?: FileHeader): FileHeader | undefined {
  if (!pairs.isFile()) refuseText(pairs)
  const file = held === undefined ? pairs.sentFile?.() : undefined
  return file === undefined ? held : new FileHeader(file.name, file.header, file.content)
}

/** Adds the file of a pair to a list; text is an issue. */
export function pairFiles(pairs: TextPairs, list: FileHeader[] | undefined): FileHeader[] | undefined {
  const file = pairFile(pairs)
  if (file === undefined) return list
  if (list === undefined) return [file]
  if (list.length === pairs.settings.maxArrayLength) pairs.refuseLength()
  list.push(file)
  return list
}

/** Reads a file of a list, by index: `photos[0]`. The first file of an index wins. */
export function pairIndexedFile(pairs: TextPairs, list: FileHeader[] | undefined): FileHeader[] | undefined {
  const index = listIndex(pairs)
  if (index === undefined) return list
  const file = pairFile(pairs)
  const some = list ?? []
  const lists = indexedLists(pairs)
  return file === undefined || lists.has(some, index) ? list : lists.place(some, index, file, undefined)
}

/** Reads text in place of a file: an issue, unless it is empty and thus absent. */
function refuseText(pairs: TextPairs): void {
  if (pairs.text() === '') return
  pairs.wrongAt(pairs.wholeKey(), pairs.sentFile === undefined ? mustBeSentFile : mustBeFile)
}
