/** @throws RangeError for anything but a number from a minimum on: `Number(process.env.MAX)` may be NaN. */
export function checkNumber(where: string, value: number | undefined, min: number = 0): void {
  if (value !== undefined && !(value >= min))
    throw new RangeError(`${where}: not a number from ${min} on: ${value}`)
}

const token = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/

/** @throws TypeError for an invalid name of a header or method (RFC 9110 section 5.6.2). */
export function checkToken(where: string, value: string): void {
  if (!token.test(value)) throw new TypeError(`${where}: not a token: ${JSON.stringify(value)}`)
}

/** A quoted string (RFC 9110 section 5.6.4). @throws TypeError for control characters and text outside ASCII. */
export function quoted(where: string, value: string): string {
  if (!/^[\x20-\x7e]*$/.test(value))
    throw new TypeError(`${where}: not visible ASCII: ${JSON.stringify(value)}`)
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}
