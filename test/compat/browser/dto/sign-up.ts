import type { int } from '@ctxgen/runtime'

/** What somebody says to sign up. @form */
export interface SignUp {
  /** @validate min=3,max=32 */ name: string
  /** @validate email */ email: string
  /** @validate min=18,max=120 */ age: int
  /** @default free */ plan: 'free' | 'pro'
  owner: Owner
  /** @validate max=3 */ tags: string[]
}

interface Owner {
  /** @validate min=2 */ street: string
}
