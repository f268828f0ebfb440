import type { FileHeader, FileStream, int } from '@ctxgen/runtime'

/** One order, from wherever its parts come. */
export interface Order {
  /** @uri */ shop: int
  /** @query @default 1 */ page: int
  /** @query */ colours?: ('red' | 'blue')[]
  /** @header X-Request-Id */ requestId?: string
  /** @cookie */ session?: string
  /** @body @validate min=2 */ name: string
  /** @body */ born?: Date
  /** @body */ size?: bigint
  /** @form */ photo?: FileHeader
}

/** A file that is not held in memory. @form */
export interface Film {
  /** @validate min=2 */
  title: string
  /** @validate maxSize=200KB,mime=image/*,sniff */
  film: FileStream
}
