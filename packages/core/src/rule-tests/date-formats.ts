/* Dates and times of JSON Schema: RFC 3339, including its lower-case letters and leap seconds. */

const date = '(?<year>[0-9]{4})-(?<month>0[1-9]|1[0-2])-(?<day>0[1-9]|[12][0-9]|3[01])'
const clock = '(?<hour>[01][0-9]|2[0-3]):(?<minute>[0-5][0-9]):(?<second>[0-5][0-9]|60)(?:\\.[0-9]+)?'
const offset = '(?:[zZ]|(?<sign>[+-])(?<hours>[01][0-9]|2[0-3]):(?<minutes>[0-5][0-9]))'

const fullDate = /* @__PURE__ */ new RegExp(`^${date}$`)
const fullTime = /* @__PURE__ */ new RegExp(`^${clock}${offset}$`)
const dateAndTime = /* @__PURE__ */ new RegExp(`^${date}[tT]${clock}${offset}$`)

const ofClock = 'T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)'
const ofCalendar = '(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)'
const duration = /* @__PURE__ */ new RegExp(`^P(?:${ofCalendar}(?:${ofClock})?|${ofClock}|[0-9]+W)$`)

type Parts = Readonly<Record<string, string | undefined>>

/** `2026-11-23` */
export function isDateFormat(text: string): boolean {
  const parts = fullDate.exec(text)?.groups
  return parts !== undefined && dayExists(parts)
}

/** `14:30:00Z`; the offset is required. */
export function isTimeFormat(text: string): boolean {
  const parts = fullTime.exec(text)?.groups
  return parts !== undefined && (parts['second'] !== '60' || lastMinute(parts, 0) % minutesOfDay === 0)
}

/** `2026-11-23T14:30:00Z` */
export function isDateTimeFormat(text: string): boolean {
  const parts = dateAndTime.exec(text)?.groups
  if (parts === undefined || !dayExists(parts)) return false
  if (parts['second'] !== '60') return true
  // Leap seconds only occur at the end of a month.
  const next = new Date(lastMinute(parts, dayOf(parts).getTime() / 60_000) * 60_000)
  return next.getUTCDate() === 1 && next.getUTCHours() === 0 && next.getUTCMinutes() === 0
}

/** `P3DT12H`: RFC 3339, appendix A. */
export function isDurationFormat(text: string): boolean {
  return duration.test(text)
}

const minutesOfDay = 1440

/** The minute after that of a time, in UTC. */
function lastMinute({ hour, minute, sign, hours = '0', minutes = '0' }: Parts, day: number): number {
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  return day + Number(hour) * 60 + Number(minute) + 1 - ahead
}

function dayExists(parts: Parts): boolean {
  return dayOf(parts).getUTCDate() === Number(parts['day'])
}

function dayOf({ year, month, day }: Parts): Date {
  const found = new Date(0)
  found.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return found
}
