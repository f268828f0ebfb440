import type { int } from '@ctxgen/runtime'

/** A search as a query string asks for it. @query */
export interface SearchDto {
  q: string
  /** @default 1 */ page: int
  limit: int
  tags: string[]
  active: boolean
  minPrice?: number
}
