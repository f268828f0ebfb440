import { type DateElement, dateElements, monthNumber } from './date-elements.ts'

/*
 * Go's reference-time layouts (`2006-01-02 15:04:05`), as read by time.Parse: each element becomes a piece of one
 * regular expression. The calendar then decides whether the day exists.
 */

/** Compiles the check of a layout; generated files keep it in a constant. */
export function dateLayout(layout: string): (text: string) => boolean {
  const expression = new RegExp(`^${pieces(layout)}$`)
  return (text) => {
    const groups = expression.exec(text)?.groups
    return groups === undefined ? expression.test(text) : dayExists(groups)
  }
}

/** An optional fraction after the seconds, read greedily. */
const maybeFraction = '(?:[.,]\\d+(?!\\d)|(?![.,]\\d))'

function pieces(layout: string): string {
  const elements = dateElements()
  let expression = ''
  const seen = new Set<string>()
  let afterSeconds = false
  for (let i = 0; i < layout.length; ) {
    const fraction = /^[.,](?:0+|9+)(?!\d)/.exec(layout.slice(i))?.[0]
    const blanks = /^ +/.exec(layout.slice(i))?.[0]
    const found = fraction === undefined ? elements.find((one) => standsAt(i, one, layout)) : undefined
    // Go accepts a fraction after the seconds even if the layout has none.
    if (afterSeconds && fraction === undefined) expression += maybeFraction
    afterSeconds = found?.[0] === '05' || found?.[0] === '5'
    if (fraction !== undefined) expression += fractionPiece(fraction)
    else if (blanks !== undefined) expression += '(?: +|$)'
    else expression += found === undefined ? escaped(layout.charAt(i)) : once(found[1], seen)
    i += fraction?.length ?? blanks?.length ?? found?.[0].length ?? 1
  }
  return afterSeconds ? `${expression}${maybeFraction}` : expression
}

/**
 * Whether an element occurs at a position of a layout. `January` does not contain the element `Jan`, nor `Month` `Mon`.
 */
function standsAt(at: number, [element]: DateElement, layout: string): boolean {
  if (!layout.startsWith(element, at)) return false
  return !(element === 'Jan' || element === 'Mon') || !/[a-z]/.test(layout.charAt(at + element.length))
}

/** `.000` means three digits; `.999` any number of digits, or no fraction. */
function fractionPiece(fraction: string): string {
  return fraction.charAt(1) === '0' ? `[.,]\\d{${fraction.length - 1}}` : maybeFraction
}

/** Removes the name of a group that was seen before: group names must be unique. */
function once(piece: string, seen: Set<string>): string {
  const name = /\(\?<(\w+)>/.exec(piece)?.[1]
  if (name === undefined) return piece
  if (seen.has(name)) return piece.replace(`(?<${name}>`, '(?:')
  seen.add(name)
  return piece
}

function escaped(character: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character
}

function dayExists(groups: Readonly<Record<string, string | undefined>>): boolean {
  const { year, year2, month, monthName, day, yearDay } = groups
  // Without a year Go assumes year 0, a leap year. Two digits from 69 to 99 belong to the 20th century.
  const years = year ?? (year2 === undefined ? '0' : `${Number(year2) >= 69 ? '19' : '20'}${year2}`)
  if (yearDay !== undefined)
    return Number(yearDay) >= 1 && Number(yearDay) <= (isLeap(Number(years)) ? 366 : 365)
  if (day === undefined) return true
  return Number(day) <= daysIn(monthNumber(month, monthName), Number(years))
}

function daysIn(month: number, year: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}
