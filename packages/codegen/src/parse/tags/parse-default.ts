import { maxFloat32 } from '@ctxgen/core/number-range'
import type { DefaultValue } from '../../model/dto.ts'
import {
  type FieldType,
  holdsNull,
  isKindUnion,
  kindTypes,
  type LiteralValue,
  nonNull,
  type PresentType,
  type ScalarName,
} from '../../model/field-type.ts'
import { wholeRange } from '../../model/number-range.ts'
import { kindOf } from '../../model/value-kind.ts'

/** The value of `@default` for a type; `undefined` if invalid or ambiguous. */
export function parseDefault(written: string, type: FieldType): DefaultValue | undefined {
  const text = unprotect(written)
  const isProtected = text !== written
  if (!isProtected && isNull(text, type)) return { kind: 'one', value: null }
  const [target, ...others] = fittingTypes(written, type)
  return target === undefined || others.length > 0 ? undefined : parsePresent(text, target, isProtected)
}

/** The types of a union that accept the default. Text in backticks is a string. */
export function fittingTypes(written: string, type: FieldType): readonly PresentType[] {
  const target = nonNull(type)
  if (!isKindUnion(target)) return [target]
  const text = unprotect(written)
  const isProtected = text !== written
  return kindTypes(target).filter((one) => {
    if (isProtected && kindOf(one) !== 'string') return false
    return parsePresent(text, one, isProtected) !== undefined
  })
}

function parsePresent(text: string, target: PresentType, isProtected: boolean): DefaultValue | undefined {
  if (target.kind === 'list') {
    // Type generators write it; it never means a list of the one text `[]`.
    if (text === '[]') return { kind: 'list', values: [] }
    const { element } = target
    const values = splitAtBars(text).map((part) =>
      !isProtected && isNull(part, element) ? null : parseOne(part, nonNull(element)),
    )
    return values.every((value) => value !== undefined) ? { kind: 'list', values } : undefined
  }
  const value = parseOne(text, target)
  return value === undefined ? undefined : { kind: 'one', value }
}

/** For a nullable type `null` is the value; the text needs backticks. */
function isNull(text: string, type: FieldType): boolean {
  return text === 'null' && holdsNull(type)
}

/** Removes backticks around the whole text. */
export function unprotect(text: string): string {
  return /^`[^`]*`$/.test(text) ? text.slice(1, -1) : text
}

/** Splits list items at `|`; `\|` is a literal bar. */
function splitAtBars(text: string): string[] {
  return text.split(/(?<!\\)\|/).map((part) => part.replaceAll('\\|', '|'))
}

function parseOne(text: string, type: FieldType): LiteralValue | Date | undefined {
  if (type.kind === 'literals') return type.values.find((value) => isValue(value, text))
  if (type.kind === 'template') return new RegExp(type.pattern).test(text) ? text : undefined
  if (type.kind === 'unknown' && !type.isObject) return parseJson(text)
  return type.kind === 'scalar' ? parseScalar(text, type.scalar) : undefined
}

/** A list or an object would be shared by all requests. */
function parseJson(text: string): string | number | boolean | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return ['string', 'number', 'boolean'].includes(typeof value) ? (value as string) : undefined
  } catch {
    return undefined
  }
}

function isValue(value: LiteralValue, text: string): boolean {
  switch (typeof value) {
    case 'string':
      return value === text
    case 'number':
      return value === parseNumber(text)
    case 'bigint':
      return value === parseWhole(text)
    default:
      return value === parseBoolean(text)
  }
}

function parseScalar(text: string, scalar: ScalarName): LiteralValue | Date | undefined {
  switch (scalar) {
    case 'string':
      return text
    case 'boolean':
      return parseBoolean(text)
    case 'bigint':
      return parseWhole(text)
    case 'float64':
      return parseNumber(text)
    case 'number | bigint': {
      const whole = parseWhole(text)
      const isBig = whole !== undefined && !Number.isSafeInteger(Number(whole))
      return isBig ? whole : parseNumber(text)
    }
    case 'float32': {
      const value = parseNumber(text)
      return value !== undefined && Math.abs(value) <= maxFloat32 ? value : undefined
    }
    case 'Date':
      return parseDate(text)
    default: {
      const whole = parseWhole(text)
      const [min, max] = wholeRange(scalar) ?? []
      if (whole === undefined || min === undefined || max === undefined || whole < min || whole > max)
        return undefined
      return scalar === 'int64' || scalar === 'uint64' ? whole : Number(whole)
    }
  }
}

function parseNumber(text: string): number | undefined {
  if (!/^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text)) return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}

function parseWhole(text: string): bigint | undefined {
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined
}

function parseBoolean(text: string): boolean | undefined {
  if (/^(?:1|t|T|true|TRUE|True|on)$/.test(text)) return true
  return /^(?:0|f|F|false|FALSE|False)$/.test(text) ? false : undefined
}

const rfc3339 =
  /^(\d{4}-\d\d-)(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

function parseDate(text: string): Date | undefined {
  const [, month, day] = rfc3339.exec(text) ?? []
  // Date.parse accepts February 30 as March 2.
  const midnight = new Date(`${month}${day}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.getUTCDate() !== Number(day)) return undefined
  return new Date(text)
}
