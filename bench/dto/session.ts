import type { int } from '@ctxgen/runtime'

/** Three of the five cookies that a request carries. @cookie */
export interface SessionDto {
  sid: string
  theme: 'dark' | 'light'
  visits: int
}
