import type { float32, int8, int16, int32, int64, uint8, uint16, uint32, uint64 } from '@ctxgen/runtime'

/** One property of every kind. @query @body */
export interface Item {
  s?: string
  n?: number
  f32?: float32
  i8?: int8
  u8?: uint8
  i16?: int16
  u16?: uint16
  i32?: int32
  u32?: uint32
  i64?: int64
  u64?: uint64
  b?: boolean
  tags?: string[]
  nums?: number[]
  /** @default red|green */
  colors: string[]
  color?: 'red' | 'green'
  posts?: Post[]
  nested?: Nested
  rec?: Chain
  map?: Record<string, string>
  when?: Date
}

/** All sources at once. @query @body */
export interface AnySource extends Item {
  /** @uri */
  id?: string
  /** @header X-Name */
  name?: string
  /** @cookie */
  sid?: string
}

/** A body that must hold a text. @body */
export interface Checked {
  /** @validate required */
  s: string
}

export interface Post {
  title?: string
  n?: int32
}

export interface Nested {
  a?: { b?: { c?: string } }
}

export interface Chain {
  v?: string
  next?: Chain
}
