import { beginsLike } from '@ctxgen/core/rules/signatures'
import type { FileHeader } from './file-header.ts'
import type { FileStream } from './file-stream.ts'
import { mediaTypeOf } from './media-type.ts'

/** Whether a file begins as those of its Content-Type do, as far as it has come; a type without a signature does not. */
export function beginsLikeItsType(file: FileHeader | FileStream): boolean {
  const head = file.head()
  return head === undefined || beginsLike(mediaTypeOf(file.type), head)
}
