import type { ConstraintText } from '@ctxgen/core/constraint-text'
import { dateLayout } from '@ctxgen/core/rule-tests/date-layout'
import { linearRegex } from './linear-regex.ts'

/** Whether a decoded value satisfies a constraint. */
export type Check = (value: string) => boolean

/** A custom constraint, for `registerCustomConstraint`. */
export interface CustomConstraint {
  readonly name: string
  /**
   * @param args the text in the parentheses, split at commas.
   * @returns true when the value is valid; with any other result the route does not match.
   */
  execute(value: string, ...args: string[]): boolean
}

/** Custom constraints by name; they take precedence over built-in ones. */
export type CustomConstraints = ReadonlyMap<string, CustomConstraint>

/** @throws TypeError for a name that patterns cannot contain, or a missing `execute`. */
export function checkCustom({ name, execute }: CustomConstraint): void {
  if (!/^[^\s;>(]([^;>(]*[^\s;>(])?$/.test(name))
    throw new TypeError(`not a valid constraint name: "${name}"`)
  if (typeof execute !== 'function') throw new TypeError(`the constraint "${name}" has no execute()`)
}

/** Compiles a constraint. @throws TypeError for an unknown name or wrong arguments. */
export function checkOf({ name, argument }: ConstraintText, custom: CustomConstraints): Check {
  const own = custom.get(name)
  if (own !== undefined) {
    const args = argumentsOf(argument)
    // A promise would be truthy.
    return (value) => own.execute(value, ...args) === true
  }
  const make = builtIn.get(name.toLowerCase())
  if (make === undefined)
    throw new TypeError(
      `unknown constraint "${name}": register a custom constraint before the routes that use it`,
    )
  return make(argument ?? '', `${name}(${argument ?? ''})`)
}

/** The arguments between commas; a backslash escapes the next character. */
function argumentsOf(argument: string | undefined): string[] {
  if (argument === undefined || argument.trim() === '') return []
  return argument.split(/(?<!\\),/).map((text) => unescaped(text).trim())
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, '$1')
}

type MakeCheck = (argument: string, shown: string) => Check

const integer = /^-?\d+$/
const decimal = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const bools = new Set(['1', 't', 'T', 'TRUE', 'true', 'True', '0', 'f', 'F', 'FALSE', 'false', 'False'])
const letters = /^\p{L}+$/u
const hexGroups = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const builtIn: ReadonlyMap<string, MakeCheck> = new Map<string, MakeCheck>([
  ['int', (...of) => plain(of, (value) => intOf(value) !== undefined)],
  ['bool', (...of) => plain(of, (value) => bools.has(value))],
  ['float', (...of) => plain(of, (value) => decimal.test(value) && Number.isFinite(Number(value)))],
  ['alpha', (...of) => plain(of, (value) => letters.test(value))],
  ['guid', (...of) => plain(of, (value) => hexGroups.test(value))],
  ['minlen', (...of) => length(of, 1, (size, [least]) => size >= least)],
  ['maxlen', (...of) => length(of, 1, (size, [most]) => size <= most)],
  ['len', (...of) => length(of, 1, (size, [exact]) => size === exact)],
  ['betweenlen', (...of) => length(of, 2, (size, [least, most]) => size >= least && size <= most)],
  ['min', (...of) => bounds(of, 1, (value, [least]) => value >= least)],
  ['max', (...of) => bounds(of, 1, (value, [most]) => value <= most)],
  ['range', (...of) => bounds(of, 2, (value, [least, most]) => value >= least && value <= most)],
  ['regex', (...of) => linearRegex(textOf(of, 'a regular expression'))],
  ['datetime', (...of) => dateLayout(unescaped(textOf(of, 'a layout')))],
])

function plain([argument, shown]: Parameters<MakeCheck>, check: Check): Check {
  if (argument.trim() !== '') throw new TypeError(`${shown}: takes no argument`)
  return check
}

function textOf([argument, shown]: Parameters<MakeCheck>, wanted: string): string {
  if (argument === '') throw new TypeError(`${shown}: needs ${wanted}`)
  return argument
}

type Numbers = readonly [first: number, second: number]
type Compare = (value: number, numbers: Numbers) => boolean

/** Lengths are counted in code points, not in UTF-16 units. */
function length(of: Parameters<MakeCheck>, count: number, holds: Compare): Check {
  const numbers = numbersOf(of, count)
  return (value) => holds([...value].length, numbers)
}

function bounds(of: Parameters<MakeCheck>, count: number, holds: Compare): Check {
  const numbers = numbersOf(of, count)
  return (value) => {
    const int = intOf(value)
    return int !== undefined && holds(int, numbers)
  }
}

function numbersOf([argument, shown]: Parameters<MakeCheck>, count: number): Numbers {
  const numbers = argumentsOf(argument).map(intOf)
  const [first, second = 0] = numbers
  if (numbers.length !== count || first === undefined || numbers.includes(undefined)) {
    throw new TypeError(`${shown}: needs ${count === 1 ? 'one whole number' : 'two whole numbers'}`)
  }
  if (count === 2 && first > second)
    throw new TypeError(`${shown}: the first number is greater than the second`)
  return [first, second]
}

function intOf(text: string): number | undefined {
  const value = integer.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? value : undefined
}
