const collection = /: (?:Scavenge|Mark-[Cc]ompact)\b[^\n]*? ([\d.]+) \([\d.]+\) -> ([\d.]+) \([\d.]+\) MB/g
const megabyte = 1024 * 1024

/**
 * The bytes allocated between the first and the last collection that `--trace-gc` reports: the sum of the heap's growth
 * between collections. Buffers are outside the heap and do not count.
 */
export function allocatedBytes(trace) {
  let after
  let sum = 0
  let collections = 0
  for (const [, before, left] of trace.matchAll(collection)) {
    if (after !== undefined) sum += Number(before) - after
    after = Number(left)
    collections++
  }
  if (collections < 20) throw new Error(`only ${collections} collections: that says nothing`)
  return (sum * megabyte * collections) / (collections - 1)
}
