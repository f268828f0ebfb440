/**
 * @throws RangeError for anything but a number in a range: `Number(process.env.MAX)` may be NaN, and no header can hold
 * infinity.
 */
export function checkNumber(
  where: string,
  value: number | undefined,
  min: number = 0,
  max: number = Number.MAX_SAFE_INTEGER,
): void {
  if (value !== undefined && !(typeof value === 'number' && value >= min && value <= max))
    throw new RangeError(`${where}: not a number from ${min} to ${max}: ${value}`)
}

/** @throws TypeError for middleware that was called without the options, or the function among them, that it needs. */
export function checkOptions(where: string, options: unknown, needed?: string): void {
  if (typeof options !== 'object' || options === null) throw new TypeError(`${where}: options are needed`)
  if (needed !== undefined && typeof Reflect.get(options, needed) !== 'function')
    throw new TypeError(`${where}: ${needed} is needed, a function`)
}

/** @throws TypeError for anything but a list: a text would be read letter by letter. */
export function checkList(where: string, value: unknown): void {
  if (!Array.isArray(value)) throw new TypeError(`${where}: not a list: ${JSON.stringify(value)}`)
}

/** @throws RangeError for anything but milliseconds of a timer, which treats a longer delay as 0. */
export function checkDelay(where: string, ms: number, min: number = 1): void {
  checkNumber(where, ms, min, 2 ** 31 - 1)
}

/** The options that have a value: one that is undefined must not replace a default. */
export function givenOptions<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T
}

/** @throws TypeError for a value that browsers would ignore, which types do not keep JavaScript from. */
export function checkOneOf(where: string, value: unknown, allowed: readonly unknown[]): void {
  if (value !== undefined && !allowed.includes(value))
    throw new TypeError(`${where}: ${JSON.stringify(value)} is none of ${allowed.join(', ')}`)
}

const token = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/

/** @throws TypeError for an invalid name of a header or method (RFC 9110 section 5.6.2). */
export function checkToken(where: string, value: string): void {
  if (typeof value !== 'string' || !token.test(value))
    throw new TypeError(`${where}: not a token: ${JSON.stringify(value)}`)
}

/** A quoted string (RFC 9110 section 5.6.4). @throws TypeError for control characters and text outside ASCII. */
export function quoted(where: string, value: string): string {
  if (!/^[\x20-\x7e]*$/.test(value))
    throw new TypeError(`${where}: not visible ASCII: ${JSON.stringify(value)}`)
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}
