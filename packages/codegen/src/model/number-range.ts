import type { ScalarName } from './field-type.ts'

/** Minimum and maximum of each integer type. */
export const wholeRange: Partial<Record<ScalarName, readonly [bigint, bigint]>> = {
  int: [BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER)],
  int8: [-0x80n, 0x7fn],
  int16: [-0x8000n, 0x7fffn],
  int32: [-0x80000000n, 0x7fffffffn],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint: [0n, BigInt(Number.MAX_SAFE_INTEGER)],
  uint8: [0n, 0xffn],
  uint16: [0n, 0xffffn],
  uint32: [0n, 0xffffffffn],
  uint64: [0n, 2n ** 64n - 1n],
}

/** The largest finite float32 (IEEE 754 binary32). */
export const maxFloat32 = 3.4028234663852886e38
