import type { FileHeader, int } from '@ctxgen/runtime'

/** A multipart form with fields and files. @form */
export interface AlbumDto {
  title: string
  author: string
  count: int
  files: FileHeader[]
}
