import { integerRange, maxFloat32 } from '@ctxgen/core/number-range'
import {
  mustBeBetween,
  mustBeBool,
  mustBeDate,
  mustBeFloat32,
  mustBeLeftOut,
  mustBeNumber,
  mustBeOfForm,
  mustBeOneOf,
  mustBeText,
  mustBeUnsigned,
  mustBeWhole,
} from '../../error/english-issues.ts'
import { type IssueText, outOfRange, withList, withValues } from '../../error/issue-text.ts'
import { listed, maxListed } from '../../error/listed.ts'
import { readDate } from './rfc3339.ts'

/** Converts the text of one value to a typed value. */
export interface Scalar<T> {
  /** The issue of a value that does not fit. */
  readonly issue: IssueText
  /** The value for an empty text under `zeroEmpty`. */
  readonly zero: T | undefined
  /** Whether `""` is a value of the type instead of absence. */
  readonly takesEmpty: boolean
  /** The value, or `undefined` for invalid text. */
  readonly read: (text: string) => T | undefined
  /** The issue of a text that `read` refused, where it depends on the text. */
  readonly refusal?: (text: string) => IssueText
}

function scalar<T>(issue: IssueText, zero: T | undefined, read: (text: string) => T | undefined): Scalar<T> {
  return { issue, zero, takesEmpty: false, read }
}

/** The issue of a text that a type refuses. */
export function refusal(type: Scalar<unknown>, text: string): IssueText {
  return type.refusal?.(text) ?? type.issue
}

/** A {@link Scalar} with a range. @param isOfKind whether a text is only out of range. */
function ranged<S extends Scalar<unknown>>(type: S, isOfKind: (text: string) => boolean): S {
  const { issue } = type
  return { ...type, refusal: (text: string) => (isOfKind(text) ? outOfRange(issue) : issue) }
}

export const asText: Scalar<string> = {
  issue: mustBeText,
  zero: '',
  takesEmpty: true,
  read: (text) => text,
}

export const asBool: Scalar<boolean> = /* @__PURE__ */ scalar<boolean>(mustBeBool, false, readBool)

export const asInt: WholeScalar = /* @__PURE__ */ wholeIn(mustBeWhole)
export const asInt8: WholeScalar = /* @__PURE__ */ whole('int8', 8)
export const asInt16: WholeScalar = /* @__PURE__ */ whole('int16', 16)
export const asInt32: WholeScalar = /* @__PURE__ */ whole('int32', 32)
export const asUint: WholeScalar = /* @__PURE__ */ wholeIn(mustBeUnsigned, 0)
export const asUint8: WholeScalar = /* @__PURE__ */ whole('uint8', 8, true)
export const asUint16: WholeScalar = /* @__PURE__ */ whole('uint16', 16, true)
export const asUint32: WholeScalar = /* @__PURE__ */ whole('uint32', 32, true)

export const asNumber: Scalar<number> = /* @__PURE__ */ scalar(mustBeNumber, 0, readNumber)
export const asFloat32: Scalar<number> = {
  issue: mustBeFloat32,
  zero: 0,
  takesEmpty: false,
  read: readFloat32,
  refusal: (text) => (isDecimal(text) ? outOfRange(mustBeFloat32) : mustBeFloat32),
}

export const asBigint: BigScalar = /* @__PURE__ */ scalar(mustBeWhole, 0n, readBigint)
export const asInt64: BigScalar = /* @__PURE__ */ bigWhole('int64')
export const asUint64: BigScalar = /* @__PURE__ */ bigWhole('uint64', true)

export const asDate: Scalar<Date> = {
  issue: mustBeDate,
  // A new object each time, because dates are mutable.
  get zero(): Date {
    return new Date('0001-01-01T00:00:00Z')
  },
  takesEmpty: false,
  read: readDate,
}

/** An absent value. */
export const asNothing: Scalar<undefined> = /* @__PURE__ */ scalar(mustBeLeftOut, undefined, () => undefined)

/** The result of {@link templateOf}. */
export interface Template<T> extends Scalar<T> {
  readonly pattern: RegExp
}

/** Text of a template literal type, `v${number}`; the generator made the expression from the type. */
export function templateOf<T extends string>(pattern: RegExp): Template<T> {
  const read = (text: string): T | undefined => (pattern.test(text) ? (text as T) : undefined)
  return {
    issue: mustBeOfForm,
    zero: undefined,
    takesEmpty: pattern.test(''),
    read,
    pattern,
  }
}

export type Literal = string | number | boolean | bigint

/** A union of texts: `'asc' | 'desc'`. */
export function oneOf<const T extends readonly string[]>(...values: T): OneOf<T[number]> {
  return choiceOf<T[number]>(values, values, (value, text) => value === text)
}

/** A union of literals, matched exactly by value: `1 | 2 | 'all'`. */
export function oneOfMixed<const T extends readonly Literal[]>(...values: T): OneOf<T[number]> {
  return mixedChoice<T[number]>(values)
}

/**
 * {@link oneOfMixed} for the values of an enum, which has its own type. `V` lists the values as text: if the enum has
 * changed, the call does not compile.
 */
export function enumOf<T extends string | number, V extends string = `${T}`>(
  ...values: HasValues<T, V> extends true
    ? readonly (string | number)[]
    : readonly 'the values of the enum when this file was generated: run npx ctxgen'[]
): EnumChoice<T> {
  // The generator has read the values from the enum's declaration.
  const all = values as readonly (string | number)[] as readonly T[]
  const of = (plain: string | number): T => {
    const found = all.find((value) => value === plain)
    if (found === undefined) throw new TypeError(`${plain} is not one of ${listed(all.map(shownLiteral))}`)
    return found
  }
  return { ...mixedChoice(all), of }
}

/** For `any`, another place reports that the type has changed. */
type HasValues<T extends string | number, V> = 0 extends 1 & T
  ? true
  : [`${T}`, V] extends [V, `${T}`]
    ? true
    : false

/** The result of {@link oneOf}. */
export interface OneOf<T> extends Scalar<T> {
  readonly values: readonly T[]
}

/** The result of {@link enumOf}. */
interface EnumChoice<T> extends OneOf<T> {
  /** The enum value equal to a plain value. */
  readonly of: (value: string | number) => T
}

function mixedChoice<T extends Literal>(values: readonly T[]): OneOf<T> {
  // A union of `null` alone has no other values.
  if (values.length > 0) return choiceOf(values, values.map(sendable), isValueOf, values.map(shownLiteral))
  return choiceOf(values, [null], isValueOf, ['null'])
}

/** @param expected the values as an answer has them. @param shown the values in messages */
function choiceOf<T extends Literal>(
  values: readonly T[],
  expected: readonly (string | number | boolean | null)[],
  isAt: (value: T, text: string) => boolean,
  shown: readonly string[] = values.map((value) => JSON.stringify(value)),
): OneOf<T> {
  const read = (text: string): T | undefined => {
    for (const value of values) if (isAt(value, text)) return value
    return undefined
  }
  const issue = withList(mustBeOneOf, shown, expected.slice(0, maxListed))
  return { issue, zero: undefined, takesEmpty: read('') === '', read, values }
}

function shownLiteral(value: Literal): string {
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value)
}

/** A literal in an answer: JSON has no bigint. */
function sendable(value: Literal): string | number | boolean {
  if (typeof value !== 'bigint') return value
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}

function isValueOf(value: Literal, text: string): boolean {
  switch (typeof value) {
    case 'string':
      return value === text
    case 'number':
      return value === readNumber(text)
    case 'bigint':
      return value === readBigint(text)
    default:
      return value === readBool(text)
  }
}

/** An integer in the safe range of `number`. */
export interface WholeScalar extends Scalar<number> {
  readonly min: number
  readonly max: number
}

function whole(type: string, bits: number, isUnsigned?: boolean): WholeScalar {
  const [min, end] = integerRange(bits, isUnsigned)
  const max = end - 1
  return wholeIn(withValues(mustBeBetween, { min, max }, type), min, max)
}

function wholeIn(
  issue: IssueText,
  min: number = -Number.MAX_SAFE_INTEGER,
  max: number = Number.MAX_SAFE_INTEGER,
): WholeScalar {
  return ranged({ ...scalar(issue, 0, (text) => readWhole(text, min, max)), min, max }, isWhole)
}

/** An integer that needs `bigint`. */
export interface BigScalar extends Scalar<bigint> {
  /** Unbounded when omitted. */
  readonly min?: bigint
  readonly max?: bigint
}

function bigWhole(type: string, isUnsigned?: boolean): BigScalar {
  const [first, end] = integerRange(64, isUnsigned)
  const min = BigInt(first)
  const max = BigInt(end) - 1n
  const read = (text: string): bigint | undefined => {
    const value = readBigint(text)
    return value !== undefined && value >= min && value <= max ? value : undefined
  }
  const issue = withValues(mustBeBetween, { min: String(min), max: String(max) }, type)
  return ranged({ ...scalar(issue, 0n, read), min, max }, isWhole)
}

/** `-?digits` within the range; leading zeros are allowed. */
function readWhole(text: string, min: number, max: number): number | undefined {
  if (!isDigits(text, text.charCodeAt(0) === MINUS ? 1 : 0, text.length)) return undefined
  const value = Number(text)
  // + 0 turns -0 into 0.
  return value >= min && value <= max ? value + 0 : undefined
}

/** `-?digits[.digits][e±digits]`, finite. */
function readNumber(text: string): number | undefined {
  const length = text.length
  let i = skipDigits(text, text.charCodeAt(0) === MINUS ? 1 : 0)
  if (i === -1) return undefined
  if (text.charCodeAt(i) === DOT) {
    i = skipDigits(text, i + 1)
    if (i === -1) return undefined
  }
  if (i < length && (text.charCodeAt(i) | 0x20) === SMALL_E) {
    const sign = text.charCodeAt(i + 1)
    i = skipDigits(text, sign === MINUS || sign === PLUS ? i + 2 : i + 1)
    if (i === -1) return undefined
  }
  if (i !== length) return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}

/** Longer numbers are refused before BigInt(), whose cost is quadratic. */
const maxBigintDigits = 4096

function isWhole(text: string): boolean {
  return isDigits(text, text.charCodeAt(0) === MINUS ? 1 : 0, text.length)
}

/** Whether {@link readNumber} accepts a text but for its size. */
function isDecimal(text: string): boolean {
  return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)
}

function readFloat32(text: string): number | undefined {
  const value = readNumber(text)
  return value !== undefined && Math.abs(value) <= maxFloat32 ? value : undefined
}

function readBigint(text: string): bigint | undefined {
  if (text.length > maxBigintDigits) return undefined
  return isWhole(text) ? BigInt(text) : undefined
}

function readBool(text: string): boolean | undefined {
  switch (text) {
    case 'true':
    case '1':
    case 't':
    case 'T':
    case 'TRUE':
    case 'True':
    case 'on':
      return true
    case 'false':
    case '0':
    case 'f':
    case 'F':
    case 'FALSE':
    case 'False':
      return false
    default:
      return undefined
  }
}

const MINUS = 45
const PLUS = 43
const DOT = 46
const SMALL_E = 101

function isDigits(text: string, from: number, to: number): boolean {
  if (from >= to) return false
  for (let i = from; i < to; i++) {
    const c = text.charCodeAt(i)
    if (c < 48 || c > 57) return false
  }
  return true
}

/** The index after a run of digits, or -1 for an empty run. */
function skipDigits(text: string, from: number): number {
  let i = from
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c < 48 || c > 57) break
  }
  return i === from ? -1 : i
}
