import type { FileHeader } from '@ctxgen/runtime'

/** A multipart form with a text and files. @form */
export interface UploadDto {
  title: string
  files: FileHeader[]
}
