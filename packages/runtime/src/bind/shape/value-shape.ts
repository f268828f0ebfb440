import type { UnknownKeys } from '../reading/bind-input.ts'
import { isList, type JsonReader } from './json-object.ts'
import { type Held, RecursiveHeld, type SchemaAbout, Shape } from './shape.ts'

export interface ValueShapeOptions<T> extends SchemaAbout {
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
  readonly held: () => Held
  readonly options: ValueShapeOptions<T>
  private readonly reader: JsonReader<T>

  constructor(name: string, held: () => Held, reader: JsonReader<T>, options: ValueShapeOptions<T>) {
    this.name = name
    this.held = held
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
    return isOfLists(this.held()) ? [] : {}
  }
}

/** The shape of a whole body. */
export type WholeShape<T> = Shape<T> | ValueShape<T>

/** Describes a body and its reader; `held` may name constants declared later. */
export function valueShape<T>(
  name: string,
  held: () => Held,
  read: JsonReader<T>,
  options: ValueShapeOptions<T> = {},
): ValueShape<T> {
  return new ValueShape(name, held, read, options)
}

/** {@link valueShape} for a type used only in responses. */
export function sentValueShape(
  name: string,
  held: () => Held,
  options: ValueShapeOptions<never> = {},
): ValueShape<never> {
  return new ValueShape(name, held, unread, options)
}

function unread(): never {
  throw new TypeError('nothing reads this type')
}

function isOfLists(held: Held): boolean {
  if (typeof held === 'string' || held instanceof Shape || held instanceof RecursiveHeld) return false
  if (isList(held)) return held.length === 1 || isOfLists(held[0])
  return 'tuple' in held
}
