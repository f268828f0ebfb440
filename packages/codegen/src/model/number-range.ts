import { integerRange, integerType } from '@ctxgen/core/number-range'
import type { ScalarName } from './field-type.ts'

/** Minimum and maximum of an integer type; `undefined` for another one. */
export function wholeRange(scalar: ScalarName): readonly [min: bigint, max: bigint] | undefined {
  const type = integerType(scalar)
  if (type === undefined) return undefined
  const [min, end] = integerRange(type.bits, type.isUnsigned)
  return [BigInt(min), BigInt(end) - 1n]
}
