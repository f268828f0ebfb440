import type { Key } from '../error/issue-details.ts'
import { misfit } from './json-values.ts'
import { parserConfig } from './parser-config.ts'
import type { Reading } from './reading.ts'
import type { Scalar } from './scalar.ts'

/**
 * A class with a static `parse`, which gives an instance, or `undefined` for text that is none. Its constructor may be
 * private, so that it is not asked for.
 */
export interface ParsedClass<T> {
  readonly prototype: T
  readonly name: string
  parse(text: string): T | undefined
}

/** Text that a class parses. */
export function jsonParsed<T>(value: unknown, key: Key, at: Reading, type: Scalar<T>): T {
  if (typeof value !== 'string') return misfit(value, key, at, type.expected)
  return type.read(value) ?? (at.wrong(key, type.expected, type.cause?.(value)) as never)
}

/** Reads the text of a class: by a converter registered for it, else by its static `parse`. */
export function asParsed<T>(type: ParsedClass<T>): Scalar<T> {
  return {
    expected: `must be a valid ${type.name}`,
    zero: undefined,
    takesEmpty: false,
    read: (text) => {
      try {
        return parse(type, text)
      } catch {
        return undefined
      }
    },
    // Parsed a second time, in the rare case of a fault, rather than carrying an error along with every value.
    cause: (text) => {
      try {
        parse(type, text)
        return undefined
      } catch (error) {
        return error
      }
    },
  }
}

function parse<T>(type: ParsedClass<T>, text: string): T | undefined {
  const registered = parserConfig().parserType.find(({ customType }) => customType === type)
  // A converter is registered for the class whose instances it gives.
  return registered === undefined ? type.parse(text) : (registered.converter(text) as T | undefined)
}
