import * as patterns from '../rules/rule-patterns.ts'

const latitude = /* @__PURE__ */ new RegExp(`^${patterns.latitude}$`)
const longitude = /* @__PURE__ */ new RegExp(`^${patterns.longitude}$`)

/** Degrees within ±90. */
export function isLatitude(value: string | number): boolean {
  return typeof value === 'number' ? Math.abs(value) <= 90 : latitude.test(value)
}

/** Degrees within ±180. */
export function isLongitude(value: string | number): boolean {
  return typeof value === 'number' ? Math.abs(value) <= 180 : longitude.test(value)
}
