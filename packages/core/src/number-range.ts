/** The largest finite float32 (IEEE 754 binary32). */
export const maxFloat32 = 3.4028234663852886e38

/**
 * The range of an integer type: its minimum, and the first integer above it, as doubles that are exact for 64 bits, too. 53
 * bits are the safe integers of a number, with a sign beside them.
 */
export function integerRange(bits: number, isUnsigned = false): readonly [min: number, end: number] {
  const end = 2 ** (isUnsigned || bits === 53 ? bits : bits - 1)
  return [isUnsigned ? 0 : bits === 53 ? 1 - end : -end, end]
}

/** The bits of `int`, `int8` … `uint64`; `undefined` for another type. */
export function integerType(
  name: string,
): { readonly bits: number; readonly isUnsigned: boolean } | undefined {
  const [, unsigned, bits] = /^(u?)int(\d*)$/.exec(name) ?? []
  return unsigned === undefined ? undefined : { bits: Number(bits) || 53, isUnsigned: unsigned === 'u' }
}
