import type { int } from '@ctxgen/runtime'

/** Ten properties with rules: what a page bundles for them is measured. @form */
export interface MemberForm {
  /** @validate min=3,max=32 */ name: string
  /** @validate email */ email: string
  /** @validate min=8,max=72 */ password: string
  /** @validate min=18,max=120 */ age: int
  /** @default free */ plan: 'free' | 'pro' | 'team'
  /** @validate max=100 */ company?: string
  /** @validate max=5 */ tags: string[]
  /** @default false */ newsletter: boolean
  /** @validate max=2 */ country: string
  /** @validate max=500 */ note?: string
}
