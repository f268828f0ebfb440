import type { float32, int } from '@ctxgen/runtime'

/** The cars to list. @query */
export interface SearchCars {
  colour: ('red' | 'blue' | 'unknown')[]
  /** @query max_price */ maxPrice?: float32
  /** @query tags,csv */ tags?: string[]
  /** @default 1 */ page: int
  /** @default plate */ sort: 'plate' | 'price'
}

/** The garage. @uri */
export interface GarageId {
  garage: int
}
