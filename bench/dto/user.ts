import type { int32 } from '@ctxgen/runtime'

/** 956 bytes of JSON: seven members, one nested object, a list of five objects. @json @response */
export interface UserDto {
  name: string
  email: string
  age: int32
  active: boolean
  bio: string
  address: Address
  items: Item[]
}

export interface Address {
  street: string
  city: string
  zip: string
  country: string
}

export interface Item {
  sku: string
  title: string
  qty: int32
  price: number
  tags: string[]
}
