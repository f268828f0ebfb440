const latitude = /^[-+]?(?:[1-8]?\d(?:\.\d+)?|90(?:\.0+)?)$/
const longitude = /^[-+]?(?:180(?:\.0+)?|(?:1[0-7]\d|[1-9]?\d)(?:\.\d+)?)$/

/** Degrees within ±90. */
export function isLatitude(value: string | number): boolean {
  return typeof value === 'number' ? Math.abs(value) <= 90 : latitude.test(value)
}

/** Degrees within ±180. */
export function isLongitude(value: string | number): boolean {
  return typeof value === 'number' ? Math.abs(value) <= 180 : longitude.test(value)
}
