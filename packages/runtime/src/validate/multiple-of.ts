/** Fractions such as 0.3 / 0.1 miss the whole number by less than this. */
const tolerance = 1e-9

/** Whether a number is a multiple of another, as decimals see it: 0.3 is one of 0.1. */
export function isMultipleOf(value: number, of: number): boolean {
  const times = value / of
  return Math.abs(Math.round(times) - times) <= tolerance * Math.max(1, Math.abs(times))
}
