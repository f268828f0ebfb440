const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const day = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const longDay = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day'
const time = '(\\d\\d):(\\d\\d):(\\d\\d)'
const imfFixdate = /* @__PURE__ */ new RegExp(`^${day}, (\\d\\d) (\\w{3}) (\\d{4}) ${time} GMT$`)
const rfc850 = /* @__PURE__ */ new RegExp(`^${longDay}, (\\d\\d)-(\\w{3})-(\\d\\d) ${time} GMT$`)
const asctime = /* @__PURE__ */ new RegExp(`^${day} (\\w{3}) ([ \\d]\\d) ${time} (\\d{4})$`)

/**
 * An HTTP date in any of its three forms (RFC 9110 section 5.6.7) in milliseconds since 1970; `undefined` when it is
 * invalid. `Date.parse` accepts far more, and reads the asctime form as local time.
 */
export function parseHttpDate(text: string): number | undefined {
  const imf = imfFixdate.exec(text)
  if (imf !== null) return instant(imf[3], imf[2], imf[1], imf.slice(4))
  const old = rfc850.exec(text)
  if (old !== null) return instant(fullYear(Number(old[3])), old[2], old[1], old.slice(4))
  const asc = asctime.exec(text)
  return asc === null ? undefined : instant(asc[6], asc[1], asc[2], asc.slice(3, 6))
}

/** A two-digit year more than 50 years ahead belongs to the past century. */
function fullYear(twoDigits: number): number {
  const now = new Date().getUTCFullYear()
  const year = now - (now % 100) + twoDigits
  return year > now + 50 ? year - 100 : year
}

function instant(
  year: string | number | undefined,
  month: string | undefined,
  date: string | undefined,
  clock: readonly string[],
): number | undefined {
  const [hour = 0, minute = 0, second = 0] = clock.map(Number)
  const monthIndex = months.indexOf(month ?? '')
  // A leap second has the number 60.
  if (monthIndex === -1 || hour > 23 || minute > 59 || second > 60) return undefined
  const midnight = new Date(0)
  midnight.setUTCFullYear(Number(year), monthIndex, Number(date))
  // February 30 would become a day in March.
  if (midnight.getUTCDate() !== Number(date) || Number(date) === 0) return undefined
  return midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000
}
