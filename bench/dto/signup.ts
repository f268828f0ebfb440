import type { int32 } from '@ctxgen/runtime'

/** Rules of every common kind. @json */
export interface SignupDto {
  /** @validate min=3,max=32,pattern=/^[a-z][a-z0-9_]*$/ */ login: string
  /** @validate email,max=254 */ email: string
  /** @validate gte=18,lte=130 */ age: int32
  /** @validate oneof=basic pro team */ plan: string
  /** @validate min=1,max=8,dive,min=1,max=16 */ tags: string[]
  /** @validate min=1,max=50 */ lines: Line[]
}

export interface Line {
  /** @validate len=8 */ sku: string
  /** @validate gte=1,lte=999 */ qty: int32
  /** @validate gte=0 */ price: number
}
