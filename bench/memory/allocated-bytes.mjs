const collection = /: (?:Scavenge|Mark-[Cc]ompact)\b[^\n]*? ([\d.]+) \([\d.]+\) -> ([\d.]+) \([\d.]+\) MB/g
const megabyte = 1024 * 1024

/**
 * What was allocated between the first collection and the last one that `--trace-gc` reports: how much the heap has
 * grown from the end of each to the begin of the next. Buffers lie outside the heap and do not count.
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
