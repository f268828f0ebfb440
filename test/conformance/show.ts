import { inspect } from 'node:util'

/** A value on one line, short enough for a report. */
export function show(value: unknown): string {
  const text = inspect(value, {
    depth: 5,
    breakLength: Number.POSITIVE_INFINITY,
    compact: true,
    maxStringLength: 160,
  })
  return text.length > 240 ? `${text.slice(0, 240)}…` : text
}

/** An error on one line, with the members that distinguish our errors. */
export function showError(error: unknown): string {
  if (!(error instanceof Error)) return `the value ${show(error)}`
  const extra = ['status', 'source', 'field']
    .filter((key) => key in error)
    .map((key) => `${key} ${show(Reflect.get(error, key))}`)
  const text = `${error.name}(${error.message})${extra.length > 0 ? ` ${extra.join(', ')}` : ''}`
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
