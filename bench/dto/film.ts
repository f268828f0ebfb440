import type { FileStream } from '@ctxgen/runtime'

/** @form */
export interface Film {
  title: string
  film: FileStream
}
