import { median } from '../micro/statistics.mjs'

/** The figures of one scenario: `measured` has a list of runs per server, compared run by run with those of `base`. */
export function summarize(measured, base) {
  const rows = Object.entries(measured).map(([name, runs]) => ({
    name,
    cpuUs: median(runs.map(({ cpuUs }) => cpuUs)),
    best: Math.min(...runs.map(({ cpuUs }) => cpuUs)),
    perSecond: median(runs.map(({ perSecond }) => perSecond)),
    ofBase: median(runs.map(({ cpuUs, round }) => measured[base][round].cpuUs / cpuUs)),
    runs: runs.length,
  }))
  return rows.sort((a, b) => b.ofBase - a.ofBase)
}

export function scenarioTable(key, title, rows, base) {
  const head = ['server', `${base} / server`, 'CPU µs a request', 'best', 'requests/s', 'runs']
  const body = rows.map(({ name, ofBase, cpuUs, best, perSecond, runs }) => [
    name,
    ofBase.toFixed(2),
    cpuUs.toFixed(1),
    best.toFixed(1),
    Math.round(perSecond),
    runs,
  ])
  return `\n### ${key}. ${title}\n\n${markdown([head, ...body])}`
}

/**
 * All scenarios in one table: each server's speed as a share of the base, and ctxgen's compared with the best other.
 */
export function overview(results, names, base) {
  const keys = Object.keys(results)
  const figure = (key, name) => results[key].find((row) => row.name === name)
  const rows = names.map((name) => {
    const isBase = name === base
    const cell = (key) =>
      isBase ? `${figure(key, name).cpuUs.toFixed(1)} µs` : figure(key, name).ofBase.toFixed(2)
    return [name, ...keys.map(cell)]
  })
  const lines = [[`${base} / server`, ...keys], ...rows]
  const others = names.filter((name) => name !== base && !name.startsWith('ctxgen'))
  if (names.includes('ctxgen') && others.length > 0) {
    const lead = (key) => {
      const best = Math.max(...others.map((name) => figure(key, name).ofBase))
      return (figure(key, 'ctxgen').ofBase / best).toFixed(2)
    }
    lines.push(['ctxgen / next best', ...keys.map(lead)])
  }
  return markdown(lines)
}

/** A table; the first row is its head. */
export function markdown([head, ...rows]) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
