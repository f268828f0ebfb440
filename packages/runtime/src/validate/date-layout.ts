/*
 * Go's reference-time layouts (`2006-01-02 15:04:05`), as time.Parse reads them: each element of the layout becomes a
 * piece of one regular expression, and the calendar says whether the day exists.
 */

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const weekdays = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')

function oneOf(words: readonly string[], length?: number): string {
  return words.map((word) => word.slice(0, length)).join('|')
}

/** Elements with the pieces they become, the longer before those they begin with. */
const elements: readonly (readonly [element: string, piece: string])[] = [
  ['January', `(?<monthName>${oneOf(months)})`],
  ['Jan', `(?<monthName>${oneOf(months, 3)})`],
  ['Monday', `(?:${oneOf(weekdays)})`],
  ['Mon', `(?:${oneOf(weekdays, 3)})`],
  ['MST', '(?:[A-Z]{3,4}T?|[+-]\\d\\d)'],
  ['2006', '(?<year>\\d{4})'],
  ['002', '(?<yearDay>\\d{3})'],
  ['01', '(?<month>0[1-9]|1[0-2])'],
  ['02', '(?<day>0[1-9]|[12]\\d|3[01])'],
  ['03', '(?<hour12>0\\d|1[0-2])'],
  ['04', '[0-5]\\d'],
  ['05', '[0-5]\\d'],
  ['06', '(?<year2>\\d\\d)'],
  ['15', '(?:[01]?\\d|2[0-3])'],
  ['PM', '[AP]M'],
  ['pm', '[ap]m'],
  ['_2', '(?<day> ?[1-9]|[12]\\d|3[01])'],
  ['-07:00:00', '[+-]\\d\\d:[0-5]\\d:[0-5]\\d'],
  ['-07:00', '[+-](?:[01]\\d|2[0-4]):[0-5]\\d'],
  ['-0700', '[+-](?:[01]\\d|2[0-4])[0-5]\\d'],
  ['-07', '[+-](?:[01]\\d|2[0-4])'],
  ['Z07:00', '(?:Z|[+-](?:[01]\\d|2[0-4]):[0-5]\\d)'],
  ['Z0700', '(?:Z|[+-](?:[01]\\d|2[0-4])[0-5]\\d)'],
  ['Z07', '(?:Z|[+-](?:[01]\\d|2[0-4]))'],
  ['1', '(?<month>1[0-2]|0?[1-9])'],
  ['2', '(?<day>[12]\\d|3[01]|0?[1-9])'],
  ['3', '(?<hour12>1[0-2]|0?\\d)'],
  ['4', '(?:[0-5]\\d|\\d)'],
  ['5', '(?:[0-5]\\d|\\d)'],
]

/** Makes the check of a layout; generated files keep it in a constant. */
export function dateLayout(layout: string): (text: string) => boolean {
  const expression = new RegExp(`^${pieces(layout)}$`)
  return (text) => {
    const groups = expression.exec(text)?.groups
    return groups === undefined ? expression.test(text) : dayExists(groups)
  }
}

function pieces(layout: string): string {
  let expression = ''
  const seen = new Set<string>()
  let afterSeconds = false
  for (let i = 0; i < layout.length; ) {
    const fraction = /^[.,](?:0+|9+)(?!\d)/.exec(layout.slice(i))?.[0]
    const found =
      fraction === undefined ? elements.find(([element]) => startsWith(layout, element, i)) : undefined
    // Go takes a fraction behind the seconds whether or not the layout has one.
    if (afterSeconds && fraction === undefined) expression += '(?:[.,]\\d+)?'
    afterSeconds = found?.[0] === '05' || found?.[0] === '5'
    if (fraction !== undefined) expression += fractionPiece(fraction)
    else expression += found === undefined ? escaped(layout.charAt(i)) : once(found[1], seen)
    i += fraction?.length ?? found?.[0].length ?? 1
  }
  return afterSeconds ? `${expression}(?:[.,]\\d+)?` : expression
}

/** An element at a place of a layout; `Jan` is none in `January`, nor `Mon` in `Month`. */
function startsWith(layout: string, element: string, at: number): boolean {
  if (!layout.startsWith(element, at)) return false
  return !(element === 'Jan' || element === 'Mon') || !/[a-z]/.test(layout.charAt(at + element.length))
}

/** `.000` is three digits; `.999` up to any number, or nothing. */
function fractionPiece(fraction: string): string {
  return fraction.charAt(1) === '0' ? `[.,]\\d{${fraction.length - 1}}` : '(?:[.,]\\d+)?'
}

/** A group may be named once only. */
function once(piece: string, seen: Set<string>): string {
  const name = /^\(\?<(\w+)>/.exec(piece)?.[1]
  if (name === undefined || !seen.has(name)) {
    if (name !== undefined) seen.add(name)
    return piece
  }
  return piece.replace(/^\(\?<\w+>/, '(?:')
}

function escaped(character: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character
}

function dayExists(groups: Readonly<Record<string, string | undefined>>): boolean {
  const { year, year2, month, monthName, day, yearDay } = groups
  // Without a year Go reads year 0, which is a leap year; 69 to 99 are of the 20th century.
  const years = year ?? (year2 === undefined ? '0' : `${Number(year2) >= 69 ? '19' : '20'}${year2}`)
  if (yearDay !== undefined)
    return Number(yearDay) >= 1 && Number(yearDay) <= (isLeap(Number(years)) ? 366 : 365)
  if (day === undefined) return true
  return Number(day) <= daysIn(monthNumber(month, monthName), Number(years))
}

function monthNumber(month: string | undefined, name: string | undefined): number {
  if (month !== undefined) return Number(month)
  return name === undefined ? 1 : months.findIndex((one) => one.startsWith(name)) + 1
}

function daysIn(month: number, year: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}
