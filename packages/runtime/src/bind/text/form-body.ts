import { mediaType } from '../body-format.ts'
import { bodyText } from '../decoded/body-text.ts'
import { multipartPairs } from '../multipart/multipart-pairs.ts'
import type { Reading } from '../reading.ts'
import type { FormPairs } from './form-pairs.ts'
import type { KeyTable } from './key-table.ts'
import { UrlencodedPairs } from './query-pairs.ts'

/**
 * The pairs of a form: a multipart/form-data body by its parts, any other body as application/x-www-form-urlencoded.
 */
export function formPairs(at: Reading, keys?: KeyTable): FormPairs {
  if (at.isEmpty) return new UrlencodedPairs('body', '', at, keys)
  if (mediaType(at.c) === 'multipart/form-data') return multipartPairs(at, keys)
  return new UrlencodedPairs('body', bodyText(at.c), at, keys)
}
