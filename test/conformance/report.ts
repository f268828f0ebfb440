import type { AreaResult, CaseResult, Verdict } from './run-suite.ts'

const columns = ['passed', 'failed', 'soft', 'skipped', 'disputed'] as const
const titles: Readonly<Record<Verdict, string>> = {
  passed: 'passed',
  failed: 'failed',
  soft: 'soft failed',
  skipped: 'skipped',
  disputed: 'disputed',
}

export function count(results: readonly CaseResult[], verdict: Verdict): number {
  return results.filter((result) => result.verdict === verdict).length
}

/** The table area x verdict. @param note a last column for each area. */
export function table(areas: readonly AreaResult[], note?: (area: AreaResult) => string): string {
  const total: AreaResult = { area: 'total', results: areas.flatMap((area) => area.results), milliseconds: 0 }
  const rows = [...areas, total].map((area) => [
    area.area,
    ...columns.map((verdict) => String(count(area.results, verdict))),
    area === total ? '' : (note?.(area) ?? ''),
  ])
  const head = ['area', ...columns.map((verdict) => titles[verdict]), '']
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) =>
        i === 0 || i === cells.length - 1 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return [line(head), ...rows.map(line)].join('\n')
}

/** Failures with their reasons, and skipped cases; a few for each area, or (verbose) the first 200. */
export function details(areas: readonly AreaResult[], verbose: boolean): string {
  const perArea = verbose ? Number.POSITIVE_INFINITY : 5
  const lines: string[] = []
  let left = verbose ? 200 : Number.POSITIVE_INFINITY
  for (const verdict of ['failed', 'soft', 'disputed'] as const) {
    for (const { area, results } of areas) {
      const found = results.filter((result) => result.verdict === verdict)
      const shown = found.slice(0, Math.min(perArea, left))
      left -= shown.length
      for (const { id, reasons } of shown)
        lines.push(`${titles[verdict]}  ${id}`, ...reasons.map((text) => `    ${text}`))
      if (found.length > shown.length)
        lines.push(`    … ${found.length - shown.length} more of ${area} ${titles[verdict]}`)
    }
  }
  for (const { results } of areas) {
    for (const { id, verdict, reasons } of results) {
      if (verdict === 'skipped') lines.push(`skipped  ${id} (needs ${reasons.join(', ')})`)
    }
  }
  return lines.join('\n')
}

/** The whole result as one JSON document. */
export function asJson(areas: readonly AreaResult[]): string {
  const results = areas.flatMap((area) => area.results)
  const totals = Object.fromEntries(columns.map((verdict) => [verdict, count(results, verdict)]))
  return JSON.stringify(
    {
      totals,
      areas: areas.map(({ area, results: ofArea, milliseconds }) => ({
        area,
        ...Object.fromEntries(columns.map((verdict) => [verdict, count(ofArea, verdict)])),
        milliseconds: Math.round(milliseconds),
        cases: ofArea.filter((result) => result.verdict !== 'passed'),
      })),
    },
    undefined,
    2,
  )
}
