import type { int } from '@ctxgen/runtime'

/** A request with values in five places. */
export interface EverythingDto {
  /** @uri */ id: int
  /** @query */ page: int
  /** @query */ fields: string[]
  /** @header X-Tenant */ tenant: string
  /** @cookie */ session: string
  /** @json */ title: string
  /** @json */ price: number
  /** @json */ tags: string[]
}
