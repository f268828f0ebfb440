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

interface Signup {
  login: string & tags.MinLength<3> & tags.MaxLength<32> & tags.Pattern<'^[a-z][a-z0-9_]*$'>
  email: string & tags.Format<'email'> & tags.MaxLength<254>
  age: number & tags.Type<'int32'> & tags.Minimum<18> & tags.Maximum<130>
  plan: 'basic' | 'pro' | 'team'
  tags: (string & tags.MinLength<1> & tags.MaxLength<16>)[] & tags.MinItems<1> & tags.MaxItems<8>
  lines: {
    sku: string & tags.MinLength<8> & tags.MaxLength<8>
    qty: number & tags.Type<'int32'> & tags.Minimum<1> & tags.Maximum<999>
    price: number & tags.Minimum<0>
  }[] &
    tags.MinItems<1> &
    tags.MaxItems<50>
}

export const assertQuery = typia.http.createAssertQuery<Search>()
export const assertParse = typia.json.createAssertParse<User>()
export const assertPrune = typia.misc.createAssertPrune<User>()
export const is = typia.createIs<User>()
export const assert = typia.createAssert<User>()
export const stringify = typia.json.createStringify<User>()
export const isSignup = typia.createIs<Signup>()
