export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/**
 * For each contender, over all rounds of all processes: the median time, the median processor time, and the median
 * ratio of its processor time to the limit's in the same round.
 */
export function summarise(runs, limit) {
  const byName = new Map()
  for (const rows of runs) {
    const base = rows.find((row) => row.name === limit).cpuNs
    for (const { name, ns, cpuNs } of rows) {
      if (!byName.has(name)) byName.set(name, { ns: [], cpuNs: [], ratios: [] })
      const all = byName.get(name)
      all.ns.push(...ns)
      all.cpuNs.push(...cpuNs)
      all.ratios.push(...cpuNs.map((value, i) => value / base[i]))
    }
  }
  return [...byName]
    .map(([name, { ns, cpuNs, ratios }]) => ({
      name,
      ns: median(ns),
      cpuNs: median(cpuNs),
      best: Math.min(...ns),
      ratio: median(ratios),
    }))
    .sort((a, b) => a.ratio - b.ratio)
}
