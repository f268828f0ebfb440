/** Longer keys are no slips, and comparing them takes longer. */
const longest = 64
const maxSlips = 2

/** The first of the nearest names, at most two slips away: a letter added, left out, replaced or swapped with the next. */
export function nearestName(key: string, names: Iterable<string>): string | undefined {
  let [best, least] = [undefined as string | undefined, maxSlips + 1]
  if (key.length > longest) return undefined
  for (const name of names) {
    // Of a short name two slips leave nothing.
    const most = Math.min(least - 1, name.length > 4 ? maxSlips : 1)
    if (most < 0 || Math.abs(name.length - key.length) > most) continue
    const slips = slipsBetween(key.toLowerCase(), name.toLowerCase())
    if (slips <= most) [best, least] = [name, slips]
  }
  return best
}

/** The distance of Damerau and Levenshtein (optimal string alignment), row by row. */
function slipsBetween(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let slips = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        slips = Math.min(slips, (before[j - 2] ?? 0) + 1)
      row.push(slips)
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
