import type { UnknownKeys } from '../reading/bind-input.ts'
import { isList, type JsonReader } from './json-object.ts'
import { RecursiveShape, type SchemaAbout, Shape, type ShapeType } from './shape.ts'

interface ValueShapeOptions<T> extends SchemaAbout {
  /** Whether integers that JSON.parse would round must be exact. */
  readonly isExact?: boolean | 'written'
  /** `@unknown`, for the objects in it. */
  readonly unknown?: UnknownKeys
  /** The value of an absent body; without it an absent body is an issue. */
  readonly zero?: () => T
}

/** The {@link Shape} of a body that is a list, a record or a union. */
export class ValueShape<T> {
  /** The name of the type. */
  readonly name: string
  /** The type of the value, computed lazily. */
  readonly of: () => ShapeType
  readonly options: ValueShapeOptions<T>
  private readonly reader: JsonReader<T>

  constructor(name: string, of: () => ShapeType, reader: JsonReader<T>, options: ValueShapeOptions<T>) {
    this.name = name
    this.of = of
    this.reader = reader
    this.options = options
  }

  /** Reads a whole decoded value; `undefined` is reported as missing. */
  read(value: unknown, at: Parameters<JsonReader<T>>[2]): T {
    return this.reader(value, '', at)
  }

  /** The value of an absent body. */
  readNothing(at: Parameters<JsonReader<T>>[2]): T {
    const { zero } = this.options
    return zero === undefined ? this.read(undefined, at) : zero()
  }

  /** An empty value for a custom binder to fill. */
  empty(): object {
    return isOfLists(this.of()) ? [] : {}
  }
}

/** The shape of a whole body. */
export type WholeShape<T> = Shape<T> | ValueShape<T>

/** Describes a body and its reader; `of` may name constants declared later. */
export function valueShape<T>(
  name: string,
  of: () => ShapeType,
  read: JsonReader<T>,
  options: ValueShapeOptions<T> = {},
): ValueShape<T> {
  return new ValueShape(name, of, read, options)
}

/** {@link valueShape} for a type used only in responses. */
export function sentValueShape(
  name: string,
  of: () => ShapeType,
  options: ValueShapeOptions<never> = {},
): ValueShape<never> {
  return new ValueShape(name, of, unread, options)
}

function unread(): never {
  throw new TypeError('nothing reads this type')
}

function isOfLists(type: ShapeType): boolean {
  if (typeof type === 'string' || type instanceof Shape || type instanceof RecursiveShape) return false
  if (isList(type)) return type.length === 1 || isOfLists(type[0])
  return 'tuple' in type
}
