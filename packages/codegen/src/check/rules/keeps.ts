import { dateLayout } from '@ctxgen/core/rule-tests/date-layout'
import * as multiples from '@ctxgen/core/rule-tests/is-multiple-of'
import { formats } from '@ctxgen/core/rules/formats'
import { rules as builtInRules } from '@ctxgen/core/rules/rules'
import type { DefaultItem } from '../../model/dto.ts'
import type { Rule } from '../../model/rule.ts'
import { textTests } from './text-tests.ts'

/** A value known to the generator: from a default, a literal type or a rule. */
export type KnownValue = DefaultItem | readonly DefaultItem[]

/**
 * Whether a present value may satisfy a rule. `false` is certain; `true` includes everything that depends on other values,
 * the time or custom functions.
 */
export function mayKeep(rule: Rule, value: KnownValue): boolean {
  const { parameter, name } = rule
  switch (parameter.kind) {
    case 'none':
      return mayKeepPlain(name, value)
    case 'number':
      return keepsSize(name, parameter.text, value)
    case 'text':
      return keepsText(name, parameter.text, value)
    case 'words':
      return keepsWords(name, parameter.words, value)
    case 'format':
      return typeof value !== 'string' || passes(formats[parameter.format].test, value)
    case 'pattern':
      return typeof value !== 'string' || new RegExp(parameter.source, parameter.flags).test(value)
    default:
      return true
  }
}

function mayKeepPlain(name: string, value: KnownValue): boolean {
  if (isList(value)) return name !== 'unique' || new Set(value.map(comparable)).size === value.length
  if (typeof value === 'number') {
    return Math.abs(value) <= (builtInRules.get(name)?.amount ?? Number.POSITIVE_INFINITY)
  }
  return typeof value !== 'string' || passes(builtInRules.get(name)?.test, value)
}

function isList(value: KnownValue): value is readonly DefaultItem[] {
  return Array.isArray(value)
}

function comparable(value: DefaultItem): unknown {
  return value instanceof Date ? value.getTime() : value
}

function passes(test: string | undefined, text: string): boolean {
  return textTests.get(test ?? '')?.(text) !== false
}

function keepsSize(name: string, text: string, value: KnownValue): boolean {
  const size = sizeOf(value)
  if (size === undefined) return true
  const bound = numberOf(text)
  return name === 'multipleOf' ? isMultipleOf(size, bound) : !isBroken(name, size, bound)
}

function isBroken(name: string, a: number | bigint, b: number | bigint): boolean {
  switch (builtInRules.get(name)?.breaks) {
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    case '>=':
      return a >= b
    case '===':
      return isEqual(a, b)
    case '!==':
      return !isEqual(a, b)
    default:
      return false
  }
}

/** The size in rules: code points, elements, or the number itself. */
function sizeOf(value: KnownValue): number | bigint | undefined {
  if (typeof value === 'string') return [...value].length
  if (isList(value)) return value.length
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined
}

/** A bigint for whole numbers, exact beyond 2^53. */
export function numberOf(text: string): number | bigint {
  return /^-?\d+$/.test(text) ? BigInt(text) : Number(text)
}

function isMultipleOf(value: number | bigint, of: number | bigint): boolean {
  if (typeof value === 'bigint' && typeof of === 'bigint') return value % of === 0n
  return multiples.isMultipleOf(Number(value), Number(of))
}

function keepsText(name: string, text: string, value: KnownValue): boolean {
  if (name === 'eq' || name === 'ne') return isValue(text, value) === (name === 'eq')
  return typeof value !== 'string' || keepsPart(name, text, value)
}

/** Whether a value equals a parameter, which for a list is its size. */
function isValue(text: string, value: KnownValue): boolean {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value) === text
  const size = sizeOf(value)
  return size !== undefined && isEqual(size, numberOf(text))
}

/** Also compares a number with a bigint. */
export function isEqual(a: number | bigint, b: number | bigint): boolean {
  return a >= b && a <= b
}

function keepsPart(name: string, text: string, value: string): boolean {
  switch (name) {
    case 'eq_ignore_case':
      return isSameText(text, value)
    case 'ne_ignore_case':
      return !isSameText(text, value)
    case 'contains':
      return value.includes(text)
    case 'excludes':
      return !value.includes(text)
    case 'containsany':
      return [...text].some((one) => value.includes(one))
    case 'excludesall':
      return ![...text].some((one) => value.includes(one))
    case 'startswith':
      return value.startsWith(text)
    case 'startsnotwith':
      return !value.startsWith(text)
    case 'endswith':
      return value.endsWith(text)
    case 'endsnotwith':
      return !value.endsWith(text)
    case 'datetime':
      return dateLayout(text)(value)
    default:
      return true
  }
}

/** Ignores case like a regular expression with the flags i and u. */
function isSameText(a: string, b: string): boolean {
  return new RegExp(`^${a.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`, 'iu').test(b)
}

function keepsWords(name: string, words: readonly string[], value: KnownValue): boolean {
  if (name === 'oneof') return words.some((word) => isValue(word, value))
  if (name === 'noneof') return !words.some((word) => isValue(word, value))
  return name !== 'oneofci' || typeof value !== 'string' || words.some((word) => isSameText(word, value))
}
