import type { FileHeader, int32 } from '@ctxgen/runtime'

export interface HeaderParts {
  /** @header X-Name @respHeader X-Name */
  name?: string
  /** @header X-Count @respHeader X-Count */
  count?: int32
  /** @header X-List @respHeader X-List */
  list?: string[]
}

export interface Session {
  /** @cookie */
  sid?: string
}

export interface PathParts {
  /** @uri */
  id: string
  /** @uri */
  n: number
}

/** @form */
export interface Upload {
  f?: FileHeader
  files?: FileHeader[]
}
