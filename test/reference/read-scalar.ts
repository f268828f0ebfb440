import type { BigName, Literal, ScalarModel, ScalarName, TypeModel, WholeName } from './model.ts'
import { templates } from './templates.ts'

/** API.md section 4, rule 3: the value of a text, or `undefined` if it is not of the type. */
export function readText(type: TypeModel, text: string): unknown {
  if (type.kind === 'nullable') return readText(type.of, text)
  if (type.kind === 'literals') return type.values.find((value) => textMeans(value, text))
  if (type.kind === 'template') return templates[type.template]?.accepts(text) ? text : undefined
  if (type.kind === 'class') return parseByReference(type.name, text)
  if (type.kind !== 'scalar') throw new Error(`${type.kind} is not a single value`)
  return changedText(type, readScalar(type.scalar, text))
}

/** API.md section 2: `@transform` changes a text in the order written, and nothing else. */
export function changedText({ transform = [] }: ScalarModel, value: unknown): unknown {
  if (typeof value !== 'string') return value
  let text = value
  for (const word of transform) {
    switch (word) {
      case 'trim':
        text = text.replace(/^\s+/, '').replace(/\s+$/, '')
        break
      case 'collapse':
        text = [...text].map((one) => (one.trim() === '' ? ' ' : one)).join('')
        while (text.includes('  ')) text = text.replaceAll('  ', ' ')
        break
      case 'lower':
        text = text.toLowerCase()
        break
      case 'upper':
        text = text.toUpperCase()
        break
      case 'nfc':
        text = text.normalize('NFC')
    }
  }
  return text
}

function readScalar(scalar: ScalarName, text: string): unknown {
  switch (scalar) {
    case 'string':
      return text
    case 'boolean':
      return readBoolean(text)
    case 'number':
    case 'float64':
    case 'float32':
      return inRange(scalar, readDecimal(text))
    case 'Date':
      return readDate(text)
    default:
      if (isBig(scalar)) return /^-?\d+$/.test(text) ? bigInRange(scalar, BigInt(text)) : undefined
      return /^-?\d+$/.test(text) ? inRange(scalar, Number(text)) : undefined
  }
}

function textMeans(value: Literal, text: string): boolean {
  if (typeof value === 'string') return value === text
  if (typeof value === 'bigint') return /^-?\d+$/.test(text) && BigInt(text) === value
  return typeof value === 'number' ? value === readDecimal(text) : value === readBoolean(text)
}

/** Equal to an instance of a printed class. */
export class ReferenceInstance {
  readonly className: string
  readonly text: string

  constructor(className: string, text: string) {
    this.className = className
    this.text = text
  }
}

/** The static `parse` of such a class; one that throws refuses too. */
export function parseByReference(className: string, text: string): ReferenceInstance | undefined {
  if (text.includes('!') || text.length > 5) return undefined
  return new ReferenceInstance(className, text.toUpperCase())
}

const truths = ['1', 't', 'T', 'TRUE', 'true', 'True', 'on']
const lies = ['0', 'f', 'F', 'FALSE', 'false', 'False']

function readBoolean(text: string): boolean | undefined {
  if (truths.includes(text)) return true
  return lies.includes(text) ? false : undefined
}

function readDecimal(text: string): number | undefined {
  return /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(text) ? Number(text) : undefined
}

/** The bounds of the number aliases. */
const bounds: Readonly<Record<WholeName, readonly [number, number]>> = {
  int: [-(2 ** 53) + 1, 2 ** 53 - 1],
  int8: [-128, 127],
  int16: [-32768, 32767],
  int32: [-2147483648, 2147483647],
  uint: [0, 2 ** 53 - 1],
  uint8: [0, 255],
  uint16: [0, 65535],
  uint32: [0, 4294967295],
}

type Float = 'number' | 'float64' | 'float32'

/** The number if it is in the type's range; integer types have no negative zero. */
export function inRange(scalar: WholeName | Float, value: number | undefined): number | undefined {
  if (value === undefined || !Number.isFinite(value)) return undefined
  if (scalar === 'number' || scalar === 'float64') return value
  if (scalar === 'float32') return Math.abs(value) <= 3.4028234663852886e38 ? value : undefined
  const [least, most] = bounds[scalar]
  if (!Number.isInteger(value) || value < least || value > most) return undefined
  return value === 0 ? 0 : value
}

export function isBig(scalar: ScalarName): scalar is BigName {
  return scalar === 'int64' || scalar === 'uint64' || scalar === 'bigint'
}

export function bigInRange(scalar: BigName, value: bigint): bigint | undefined {
  const [least, most] = bigBounds(scalar)
  if (least !== undefined && value < least) return undefined
  return most !== undefined && value > most ? undefined : value
}

function bigBounds(scalar: BigName): readonly [bigint?, bigint?] {
  if (scalar === 'bigint') return []
  return scalar === 'int64' ? [-(2n ** 63n), 2n ** 63n - 1n] : [0n, 2n ** 64n - 1n]
}

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** RFC 3339 with seconds and zone, capital T and Z, on a day that exists. */
export function readDate(text: string): Date | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(Z|([-+])(\d\d):(\d\d))$/.exec(text)
  if (parts === null) return undefined
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number)
  if (year === undefined || month === undefined || day === undefined) return undefined
  if (hour === undefined || minute === undefined || second === undefined) return undefined
  const [zoneHour, zoneMinute] = [Number(parts[10] ?? 0), Number(parts[11] ?? 0)]
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && isLeap ? 29 : monthDays[month - 1]
  if (days === undefined || day < 1 || day > days) return undefined
  if (hour > 23 || minute > 59 || second > 59 || zoneHour > 23 || zoneMinute > 59) return undefined
  const offset = (zoneHour * 60 + zoneMinute) * (parts[9] === '-' ? -1 : 1)
  const millis = Number((parts[7] ?? '').slice(1, 4).padEnd(3, '0'))
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute - offset, second, millis)
  return isWritable(date) ? date : undefined
}

/** RFC 3339 has no text for an instant outside the years 0 to 9999 of UTC. */
export function isWritable(date: Date): boolean {
  return /^\d/.test(date.toISOString())
}

/** Whether `""` is a value of the type rather than its absence. */
export function takesEmpty(type: TypeModel): boolean {
  if (type.kind === 'nullable') return takesEmpty(type.of)
  if (type.kind === 'literals') return type.values.includes('')
  if (type.kind === 'template') return templates[type.template]?.accepts('') === true
  return type.kind === 'scalar' && type.scalar === 'string'
}
