/** The separator between alternatives. */
export const or = ' or '

/** must be 5 or at least 10 */
export function joined([first = '', ...rest]: readonly string[]): string {
  const shared = first.startsWith('must be ') ? /^must (?:be )?/ : /^must /
  return [first, ...rest.map((text) => text.replace(shared, ''))].join(or)
}
