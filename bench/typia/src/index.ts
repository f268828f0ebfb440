import typia, { type tags } from 'typia'

interface Search {
  q: string
  page?: number & tags.Type<'int32'>
  limit: number & tags.Type<'int32'>
  tags: string[]
  active: boolean
  minPrice?: number
}

interface User {
  name: string
  email: string
  age: number & tags.Type<'int32'>
  active: boolean
  bio: string
  address: { street: string; city: string; zip: string; country: string }
  items: {
    sku: string
    title: string
    qty: number & tags.Type<'int32'>
    price: number
    tags: string[]
  }[]
}

export const assertQuery = typia.http.createAssertQuery<Search>()
export const assertParse = typia.json.createAssertParse<User>()
export const assertPrune = typia.misc.createAssertPrune<User>()
export const is = typia.createIs<User>()
export const assert = typia.createAssert<User>()
export const stringify = typia.json.createStringify<User>()
