import type { JsonSchema } from '@ctxgen/core/json-schema/json-schema'
import type { TypeWord } from '@ctxgen/core/json-schema/member-type'
import { maxFloat32 } from '@ctxgen/core/number-range'
import { isNumberKey } from '../scalar/number-key.ts'
import { readDate } from '../scalar/rfc3339.ts'
import {
  asBigint,
  asInt,
  asInt8,
  asInt16,
  asInt32,
  asInt64,
  asUint,
  asUint8,
  asUint16,
  asUint32,
  asUint64,
  type BigScalar,
  type WholeScalar,
} from '../scalar/scalar.ts'
import { isList } from '../shape/json-object.ts'
import { RecursiveShape, Shape, type ShapeType } from '../shape/shape.ts'
import { isBase64 } from './base64.ts'
import type { Fits } from './choose.ts'
import { isSame } from './json-values.ts'

/** Values checked by TypeScript: instances of a class also match, and any list or object. */
export type ValueType =
  | TypeWord
  | 'list'
  | 'object'
  | (new (
      ...given: never[]
    ) => object)
  | { readonly enum: readonly unknown[] }
  | { readonly anyOf: readonly ValueType[] }

/** Whether a decoded scalar can be read; any other value is judged by its kind. */
export function decodedFits(type: ShapeType): Fits {
  return fitsBy(type, (word) => words[word])
}

/** Whether a decoded value is of the kind of a type: text, a number, a list … A literal fits by its value. */
export function kindFits(type: ShapeType): Fits {
  return fitsBy(type, (word) => kinds[word] ?? isNumeric)
}

function fitsBy(type: ShapeType, ofWord: (word: TypeWord) => Fits): Fits {
  const fits = (one: ShapeType): Fits => fitsBy(one, ofWord)
  if (typeof type === 'string') return ofWord(type)
  if (type instanceof Shape) return isObject
  if (type instanceof RecursiveShape) return (value, isBinary) => fits(type.of())(value, isBinary)
  if (isList(type)) return type.length === 2 ? fits(type[0]) : Array.isArray
  if ('pattern' in type) return words.string
  if ('values' in type) return isOneOf(type.values)
  if ('enum' in type) return isOneOf(type.enum)
  if ('anyOf' in type) return isAnyOf(type.anyOf.map(fits))
  return 'tuple' in type ? Array.isArray : isObject
}

/** Whether a value checked by TypeScript is of a type. */
export function valueFits(type: ValueType): Fits {
  if (typeof type === 'function') return (value) => value instanceof type
  if (typeof type === 'object') {
    return 'enum' in type ? isOneOf(type.enum) : isAnyOf(type.anyOf.map(valueFits))
  }
  switch (type) {
    case 'list':
      return Array.isArray
    case 'object':
      return isObject
    case 'date':
      return (value) => value instanceof Date
    case 'bytes':
      return isBytes
    case 'unknown':
      return words.unknown
    case 'bigint':
    case 'int64':
    case 'uint64':
      return (value, isBinary) => typeof value === 'bigint' && words[type](value, isBinary)
    default:
      return (value, isBinary) => typeof value !== 'bigint' && words[type](value, isBinary)
  }
}

/** The values of a literal type. */
export function literalsOf(type: ShapeType | ValueType): readonly unknown[] | undefined {
  if (type === 'null') return [null]
  if (typeof type !== 'object' || type instanceof Shape || type instanceof RecursiveShape) return undefined
  if (isList(type)) return type.length === 2 ? literalsOf(type[0]) : undefined
  if ('values' in type) return type.values
  if ('enum' in type) return type.enum
  if (!('anyOf' in type)) return undefined
  const all = type.anyOf.map(literalsOf)
  return all.every((one) => one !== undefined) ? all.flat() : undefined
}

/** Whether a key can be one of a map whose keys are numbers; `undefined` for a map with any keys. */
export function keyFits(keys: JsonSchema | TypeWord | undefined): ((key: string) => boolean) | undefined {
  if (typeof keys !== 'string') return undefined
  return (key) => isNumberKey(key) && words[keys](Number(key), false)
}

const words: Readonly<Record<TypeWord, Fits>> = {
  string: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  date: (value) => value instanceof Date || (typeof value === 'string' && readDate(value) !== undefined),
  bytes: (value, isBinary) => isBytes(value) || (!isBinary && typeof value === 'string' && isBase64(value)),
  number: (value) => typeof value === 'bigint' || Number.isFinite(value),
  float32: (value) => isNumeric(value) && Math.abs(Number(value)) <= maxFloat32,
  int: /* @__PURE__ */ whole(asInt),
  int8: /* @__PURE__ */ whole(asInt8),
  int16: /* @__PURE__ */ whole(asInt16),
  int32: /* @__PURE__ */ whole(asInt32),
  uint: /* @__PURE__ */ whole(asUint),
  uint8: /* @__PURE__ */ whole(asUint8),
  uint16: /* @__PURE__ */ whole(asUint16),
  uint32: /* @__PURE__ */ whole(asUint32),
  bigint: /* @__PURE__ */ big(asBigint),
  int64: /* @__PURE__ */ big(asInt64),
  uint64: /* @__PURE__ */ big(asUint64),
  file: () => true,
  unknown: () => true,
  object: (value) => typeof value === 'object' && value !== null,
  nothing: () => false,
}

/** The type words that are not numbers. */
const kinds: Readonly<Partial<Record<TypeWord, Fits>>> = /* @__PURE__ */ otherKinds()

function otherKinds(): Readonly<Partial<Record<TypeWord, Fits>>> {
  const { string, bool, null: none, unknown, object, nothing } = words
  return {
    string,
    date: (value) => typeof value === 'string' || value instanceof Date,
    bytes: (value) => typeof value === 'string' || isBytes(value),
    bool,
    null: none,
    unknown,
    object,
    nothing,
  }
}

function whole({ min, max }: WholeScalar): Fits {
  return (value) => isNumeric(value) && Number.isInteger(Number(value)) && value >= min && value <= max
}

function big({ min, max }: BigScalar): Fits {
  return (value) =>
    isNumeric(value) &&
    (typeof value === 'bigint' || Number.isSafeInteger(value)) &&
    (min === undefined || value >= min) &&
    (max === undefined || value <= max)
}

function isOneOf(values: readonly unknown[]): Fits {
  return (value) => values.some((one) => isSame(one, value))
}

function isAnyOf(tests: readonly Fits[]): Fits {
  return (value, isBinary) => tests.some((one) => one(value, isBinary))
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array
}

function isObject(value: unknown): boolean {
  const isAny = typeof value === 'object' && value !== null && !Array.isArray(value)
  // Formats that have dates or bytes decode text to them.
  return isAny && !(value instanceof Date) && !isBytes(value)
}
