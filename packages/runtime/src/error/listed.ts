/** The maximum number of values in a message: an enum of thousands would make the answer to a small request large. */
export const maxListed = 10

/** The first values, and the number of the others: `a, b and 2,990 more`. */
export function listed(
  values: readonly string[],
  separator: string = ', ',
  more: (count: number) => string = moreValues,
): string {
  const others = values.length - maxListed
  const first = values.slice(0, maxListed).join(separator)
  return others > 0 ? `${first} ${more(others)}` : first
}

/** `and 2,990 more` */
export function moreValues(count: number): string {
  return `and ${count.toLocaleString('en')} more`
}
