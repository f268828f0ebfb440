/** An element of a layout, and the regular expression for it. */
export type DateElement = readonly [element: string, piece: string]

const months =
  /* @__PURE__ */ 'January February March April May June July August September October November December'.split(
    ' ',
  )
const weekdays = /* @__PURE__ */ 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')

/** Names in any case, as in Go. */
function oneOf(words: readonly string[], length?: number): string {
  return words.map((word) => anyCase(word.slice(0, length))).join('|')
}

function anyCase(word: string): string {
  return [...word].map((letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`).join('')
}

/** A number of one or two digits, read greedily. */
function oneOrTwo(twoDigits: string, oneDigit = '\\d'): string {
  return `(?:${twoDigits}|${oneDigit}(?!\\d))`
}

const day = '0[1-9]|[12]\\d|3[01]'
const hour12 = '0\\d|1[0-2]'
const sixty = '[0-5]\\d'

/** Offsets of 24 hours or 60 minutes are valid, as in Go. */
const offsetHour = '[+-](?:[01]\\d|2[0-4])'
const offsetMinute = '(?:[0-5]\\d|60)'
const offsets: readonly DateElement[] = /* @__PURE__ */ offsetElements()

function offsetElements(): readonly DateElement[] {
  return [
    ['07:00:00', `${offsetHour}:${offsetMinute}:${offsetMinute}`],
    ['070000', `${offsetHour}${offsetMinute}${offsetMinute}`],
    ['07:00', `${offsetHour}:${offsetMinute}`],
    ['0700', `${offsetHour}${offsetMinute}`],
    ['07', offsetHour],
  ]
}

/** Up to 23 hours; all following digits belong to the number. */
const zoneHours = '[+-]0*(?:1\\d|2[0-3]|\\d)(?!\\d)'
const zoneName = `(?:UTC|ChST|MeST|GMT(?:${zoneHours})?|(?:[A-Z]{3,4}T|[A-Z]{3}|WITA)(?![A-Z])|${zoneHours})`

/** All elements, longer ones before their prefixes. Created lazily, because most files check no dates. */
export function dateElements(): readonly DateElement[] {
  return [
    ['January', `(?<monthName>${oneOf(months)})`],
    ['Jan', `(?<monthName>${oneOf(months, 3)})`],
    ['Monday', `(?:${oneOf(weekdays)})`],
    ['Mon', `(?:${oneOf(weekdays, 3)})`],
    ['MST', zoneName],
    ['2006', '(?<year>\\d{4})'],
    ['002', '(?<yearDay>\\d{3})'],
    ['01', '(?<month>0[1-9]|1[0-2])'],
    ['02', `(?<day>${day})`],
    ['03', `(?:${hour12})`],
    ['04', sixty],
    ['05', sixty],
    ['06', '(?<year2>\\d\\d)'],
    ['15', oneOrTwo('[01]\\d|2[0-3]')],
    ['PM', '[AP]M'],
    ['pm', '[ap]m'],
    ['_2006', '_(?<year>\\d{4})'],
    ['__2', '(?<yearDay>(?: {2}| \\d|\\d\\d)\\d)'],
    ['_2', ` ?(?<day>${oneOrTwo(day, '[1-9]')})`],
    ...offsets.map(([element, piece]) => [`-${element}`, piece] as const),
    ...offsets.map(([element, piece]) => [`Z${element}`, `(?:Z|${piece})`] as const),
    ['1', `(?<month>${oneOrTwo('0[1-9]|1[0-2]', '[1-9]')})`],
    ['2', `(?<day>${oneOrTwo(day, '[1-9]')})`],
    ['3', oneOrTwo(hour12)],
    ['4', oneOrTwo(sixty)],
    ['5', oneOrTwo(sixty)],
  ]
}

/** The month from 1; January if the layout has none. */
export function monthNumber(month: string | undefined, name: string | undefined): number {
  if (month !== undefined) return Number(month)
  const wanted = name?.toLowerCase() ?? 'january'
  return months.findIndex((one) => one.toLowerCase().startsWith(wanted)) + 1
}
