import type { int } from '@ctxgen/runtime'

/** A request with values in four places. */
export interface OrderDto {
  /** @uri */ id: int
  /** @query @default 1 */ page: int
  /** @query */ fields: string[]
  /** @header X-Tenant */ tenant: string
  /** @cookie */ session: string
}
