import { isIP, isIPv4, isIPv6 } from 'node:net'
import { rules as builtInRules } from '@ctxgen/core/rules/rules'
import type { DefaultItem } from '../../model/dto.ts'
import type { Rule } from '../../model/rule.ts'
import { hasFormatForm } from './format-forms.ts'

/** A value known to the generator: from a default, a literal type or a rule. */
export type KnownValue = DefaultItem | readonly DefaultItem[]

/**
 * Whether a present value may satisfy a rule. `false` is certain; `true` includes everything that depends on other values,
 * the time, custom functions or runtime checks (checksums, calendar days).
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
      return typeof value !== 'string' || hasFormatForm(parameter.format, value)
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
  return typeof value !== 'string' || isText(name, value)
}

function isList(value: KnownValue): value is readonly DefaultItem[] {
  return Array.isArray(value)
}

function comparable(value: DefaultItem): unknown {
  return value instanceof Date ? value.getTime() : value
}

/** Necessary conditions of rules without a pattern. */
const textTests: Readonly<Record<string, (text: string) => boolean>> = {
  lowercase: (text) => text !== '' && isMapped(text, (one) => one.toLowerCase()),
  uppercase: (text) => text !== '' && isMapped(text, (one) => one.toUpperCase()),
  boolean: (text) => /^(?:[01tTfF]|true|TRUE|True|false|FALSE|False)$/.test(text),
  ip: (text) => isIP(text) !== 0,
  ipv4: (text) => isIPv4(text) || (isIPv6(text) && /:ffff:/i.test(text)),
  ipv6: isIPv6,
  json: isJson,
  isbn: isIsbnLike,
  isbn10: isIsbnLike,
  isbn13: isIsbnLike,
  timezone: (text) => /^[A-Z][A-Za-z\d_+\-/]*$/.test(text),
}

/** Whether no character changes. Go ignores mappings of one character to several. */
function isMapped(text: string, map: (one: string) => string): boolean {
  return [...text].every((one) => [...map(one)].length > 1 || map(one) === one)
}

function isText(name: string, text: string): boolean {
  const pattern = builtInRules.get(name)?.pattern
  if (pattern !== undefined) return new RegExp(pattern, 'u').test(text)
  return !Object.hasOwn(textTests, name) || textTests[name]?.(text) === true
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isIsbnLike(text: string): boolean {
  return /^(?:\d{9}[\dX]|97[89]\d{10})$/.test(text.replaceAll(/[- ]/g, ''))
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

/** With tolerance for rounding: 0.3 is a multiple of 0.1. */
function isMultipleOf(value: number | bigint, of: number | bigint): boolean {
  if (typeof value === 'bigint' && typeof of === 'bigint') return value % of === 0n
  const times = Number(value) / Number(of)
  return Math.abs(Math.round(times) - times) <= 2 * Number.EPSILON * Math.abs(times)
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
      return isLikeLayout(text, value)
    default:
      return true
  }
}

/** Ignores case like a regular expression with the flags i and u. */
function isSameText(a: string, b: string): boolean {
  return new RegExp(`^${a.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`, 'iu').test(b)
}

/** Upper bounds for the parts of a layout. Go accepts a fraction of seconds that is not in the layout. */
const layoutParts: Readonly<Record<string, string>> = {
  '2006': '\\d{4}',
  '15': '\\d\\d?',
  '05': '\\d\\d(?:[.,]\\d+)?',
  'Z07:00': '(?:Z|[+-]\\d\\d:\\d\\d)',
  '-07:00': '[+-]\\d\\d:\\d\\d',
  '/': '\\/',
}

/** Checks only layouts of digits; the runtime checks names of months and the like. */
function isLikeLayout(layout: string, text: string): boolean {
  const parts = layout.match(/Z07:00|-07:00|2006|0[1-5]|15|./gs) ?? []
  if (!parts.every((part) => part.length > 1 || /[-:/T]/.test(part))) return true
  const pieces = parts.map((part) => layoutParts[part] ?? (/\d/.test(part) ? '\\d\\d' : part))
  return new RegExp(`^${pieces.join('')}$`).test(text)
}

function keepsWords(name: string, words: readonly string[], value: KnownValue): boolean {
  if (name === 'oneof') return words.some((word) => isValue(word, value))
  if (name === 'noneof') return !words.some((word) => isValue(word, value))
  return name !== 'oneofci' || typeof value !== 'string' || words.some((word) => isSameText(word, value))
}
