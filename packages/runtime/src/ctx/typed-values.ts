import {
  asBool,
  asFloat32,
  asInt,
  asInt8,
  asInt16,
  asInt32,
  asInt64,
  asNumber,
  asText,
  asUint,
  asUint8,
  asUint16,
  asUint32,
  asUint64,
  type Scalar,
} from '../bind/scalar/scalar.ts'

/** The types of the tokens of `params()` and `query()`: Fiber's GenericType, with `bytes` for `[]byte`. */
export interface GenericType {
  int: number
  int8: number
  int16: number
  int32: number
  int64: bigint
  uint: number
  uint8: number
  uint16: number
  uint32: number
  uint64: bigint
  float32: number
  float64: number
  bool: boolean
  string: string
  bytes: Uint8Array
}

type Readers = { readonly [T in keyof GenericType]: Pick<Scalar<GenericType[T]>, 'read' | 'zero'> }

const encoder = new TextEncoder()

const readers: Readers = {
  int: asInt,
  int8: asInt8,
  int16: asInt16,
  int32: asInt32,
  int64: asInt64,
  uint: asUint,
  uint8: asUint8,
  uint16: asUint16,
  uint32: asUint32,
  uint64: asUint64,
  float32: asFloat32,
  float64: asNumber,
  bool: asBool,
  string: asText,
  bytes: { read: (text) => encoder.encode(text), zero: undefined },
}

/**
 * A typed route parameter. An absent, empty or malformed value becomes the default, or the zero value of the type.
 * @param type a key of {@link GenericType}: `'int'`, `'float64'`, `'bool'`, …
 */
export function params<T extends keyof GenericType>(
  c: { params(key: string): string },
  key: string,
  type: T,
  defaultValue?: GenericType[T],
): GenericType[T] {
  return readTyped(c.params(key), type, defaultValue)
}

/** A typed value of the query string; see {@link params}. */
export function query<T extends keyof GenericType>(
  c: { query(key: string): string },
  key: string,
  type: T,
  defaultValue?: GenericType[T],
): GenericType[T] {
  return readTyped(c.query(key), type, defaultValue)
}

/** `c.locals()` with a type, which is not checked at run time. */
export function locals<V>(
  c: { locals(key: unknown, ...value: [unknown?]): unknown },
  key: unknown,
  ...value: [V?]
): V | undefined {
  // Only the caller knows the type of the stored value.
  return c.locals(key, ...value) as V | undefined
}

function readTyped<T extends keyof GenericType>(
  text: string,
  type: T,
  defaultValue: GenericType[T] | undefined,
): GenericType[T] {
  const reader = readers[type]
  if (reader === undefined) throw new TypeError(`not a type: ${type}`)
  const value = text === '' ? undefined : reader.read(text)
  return value ?? defaultValue ?? reader.zero ?? reader.read('') ?? noValue()
}

function noValue(): never {
  throw new TypeError('a type without a zero value')
}
