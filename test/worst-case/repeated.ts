/** Units with consecutive indices until they reach `size` bytes. */
export function repeated(
  unit: (i: number) => Uint8Array,
  size: number,
): { readonly bytes: Uint8Array; readonly count: number } {
  const bytes = new Uint8Array(size + 4096)
  let at = 0
  let count = 0
  for (; at < size; count++) {
    const one = unit(count)
    if (one.length === 0) throw new RangeError('a unit without bytes')
    bytes.set(one, at)
    at += one.length
  }
  return { bytes: bytes.subarray(0, at), count }
}
