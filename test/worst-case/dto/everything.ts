import type { int, int32, int64 } from '@ctxgen/runtime'

/** Every kind of member that a decoded body can fill. @json @msgpack @cbor */
export interface Decoded {
  text?: string
  texts?: string[]
  numbers?: number[]
  counts?: int32[]
  big?: int64
  bigs?: bigint[]
  dates?: Date[]
  bytes?: Uint8Array[]
  items?: Item[]
  map?: Record<string, int>
  maps?: Record<string, Item>
  pairs?: [int, int][]
  tree?: Tree
  shapes?: (Circle | Square)[]
  mixed?: (string | Item)[]
  /** @validate unique */ ids?: number[]
  /** @validate max=100 */ few?: string[]
}

/** The same without a 64-bit integer, which has JSON read in another way. @json @msgpack @cbor */
export interface Plain {
  items?: Item[]
  map?: Record<string, int>
  texts?: string[]
  grid?: int[][]
}

/** What the text formats can fill. @xml @form */
export interface Texts {
  text?: string
  texts?: string[]
  counts?: int[]
  items?: Part[]
  map?: Record<string, int>
}

/** An absent member is a zero value, so that an empty object becomes a full one. @json @msgpack @cbor @missing zero */
export interface Zeros {
  items: ZeroItem[]
}

interface Item {
  name?: string
  tags?: string[]
}

interface Part {
  name?: string
  tags?: string[]
}

interface ZeroItem {
  name: string
  tags: string[]
  inner: Inner
}

interface Inner {
  size: int
  marks: string[]
}

interface Tree {
  name?: string
  children?: Tree[]
}

interface Circle {
  kind: 'circle'
  radius?: int
}

interface Square {
  kind: 'square'
  side?: int
}
