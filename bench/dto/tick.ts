import type { int } from '@ctxgen/runtime'

/** The event of the streams. @response */
export interface Tick {
  event: 'tick'
  id: int
  at: Date
  symbol: string
  price: number
  note: string
}
