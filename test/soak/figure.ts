/** A row of the table: a measured value, and whether it is acceptable. */
export interface Figure {
  readonly name: string
  readonly value: string
  /** The requirement; absent from figures that only describe the run. */
  readonly demanded?: string
  readonly isFailure: boolean
}

export function described(name: string, value: number | string): Figure {
  return { name, value: String(value), isFailure: false }
}

/** A count of events that must not happen. */
export function noneOf(name: string, count: number): Figure {
  return { name, value: String(count), demanded: '0', isFailure: count !== 0 }
}

/** A count of events without which the others mean nothing. */
export function some(name: string, count: number): Figure {
  return { name, value: String(count), demanded: '> 0', isFailure: count === 0 }
}

/** A measured value with its unit and its upper limit. */
export function atMost(name: string, value: number, most: number, unit: string): Figure {
  // An unmeasured value is NaN, which must not pass.
  const isFailure = !(value <= most)
  return { name, value: `${round(value)} ${unit}`, demanded: `<= ${round(most)} ${unit}`, isFailure }
}

function round(value: number): string {
  return value.toFixed(Math.abs(value) < 10 ? 2 : 0)
}

/** A Markdown table, to paste into the documentation. */
export function tableOf(part: string, figures: readonly Figure[]): string {
  const rows = figures.map(({ name, value, demanded = '', isFailure }) => [
    name,
    value,
    demanded,
    isFailure ? 'FAILURE' : '',
  ])
  const lines = [[part, 'measured', 'demanded', ''], ['---', '---', '---', '---'], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
