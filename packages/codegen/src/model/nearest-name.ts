/** The known name closest to a misspelt one. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    // One typo in a short name, two in a long one: `@forn` is `@form`, but `@types` may be anything.
    const allowed = candidate.length <= 4 ? 1 : 2
    if (distance <= allowed && distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Insertions, removals, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let value = Math.min(at(rows[i - 1], j) + 1, at(row, j - 1) + 1, at(rows[i - 1], j - 1) + cost)
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) value = Math.min(value, at(rows[i - 2], j - 2) + 1)
      row.push(value)
    }
    rows.push(row)
  }
  return at(rows[a.length], b.length)
}

function at(row: readonly number[] | undefined, index: number): number {
  return row?.[index] ?? Number.POSITIVE_INFINITY
}
