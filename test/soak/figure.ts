/** One line of the table: what was measured, and whether that is as it has to be. */
export interface Figure {
  readonly name: string
  readonly value: string
  /** What is demanded of the value; left out of figures that only describe the run. */
  readonly demanded?: string
  readonly isFault: boolean
}

export function described(name: string, value: number | string): Figure {
  return { name, value: String(value), isFault: false }
}

/** A count of things that must not happen. */
export function noneOf(name: string, count: number): Figure {
  return { name, value: String(count), demanded: '0', isFault: count !== 0 }
}

/** A measured value with its unit, and the most that it may be. */
export function atMost(name: string, value: number, most: number, unit: string): Figure {
  // A value that could not be measured compares with nothing, which must not pass.
  const isFault = !(value <= most)
  return { name, value: `${round(value)} ${unit}`, demanded: `<= ${round(most)} ${unit}`, isFault }
}

function round(value: number): string {
  return value.toFixed(Math.abs(value) < 10 ? 2 : 0)
}

/** A table in Markdown, so that it can be pasted into the documentation. */
export function tableOf(part: string, figures: readonly Figure[]): string {
  const rows = figures.map(({ name, value, demanded = '', isFault }) => [
    name,
    value,
    demanded,
    isFault ? 'FAULT' : '',
  ])
  const lines = [[part, 'measured', 'demanded', ''], ['---', '---', '---', '---'], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
