import type { BindInput } from './bind-input.ts'
import { mediaType } from './body-format.ts'
import { bodyText } from './body-text.ts'
import type { Faults } from './faults.ts'
import type { FormPairs } from './form-pairs.ts'
import type { KeyTable } from './key-table.ts'
import { multipartPairs } from './multipart-pairs.ts'
import { UrlencodedPairs } from './query-pairs.ts'

/** The pairs of a form: of a multipart/form-data body by its parts, of any other as application/x-www-form-urlencoded. */
export function formPairs(c: BindInput, faults: Faults, keys?: KeyTable): FormPairs {
  if (mediaType(c) === 'multipart/form-data') return multipartPairs(c, faults, keys)
  return new UrlencodedPairs('body', bodyText(c), faults, c.bindSettings(), keys)
}
