/** The closest name, ignoring case; `undefined` if none is close. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((known) => ({ known, steps: distance(name.toLowerCase(), known.toLowerCase()) }))
    .sort((a, b) => a.steps - b.steps)
  const [best] = ranked
  return best !== undefined && best.steps <= Math.max(1, Math.floor(name.length / 3)) ? best.known : undefined
}

/** Edit distance with insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
function distance(a: string, b: string): number {
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const change = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
      const isSwap = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j]
      const swap = isSwap ? (before[j - 1] ?? 0) + 1 : change
      next.push(Math.min(change, swap, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
