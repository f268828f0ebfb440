/** Whether a number is a multiple of another, as decimals see it: 0.3 is one of 0.1, though 0.3 / 0.1 is not quite 3. */
export function isMultipleOf(value: number, of: number): boolean {
  const times = value / of
  // Each of the three numbers is off by half a unit in its last place at most.
  return Math.abs(Math.round(times) - times) <= 2 * Number.EPSILON * Math.abs(times)
}
