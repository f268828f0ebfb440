/** Whether a number is a multiple in decimal terms: 0.3 is a multiple of 0.1, although 0.3 / 0.1 is not quite 3. */
export function isMultipleOf(value: number, of: number): boolean {
  const times = value / of
  // Each of the three numbers has an error of at most half a unit in its last place.
  return Math.abs(Math.round(times) - times) <= 2 * Number.EPSILON * Math.abs(times)
}
