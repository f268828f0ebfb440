import { causedIssue } from '../../error/caused-issue.ts'
import { mustBeValid } from '../../error/english-issues.ts'
import type { Key } from '../../error/issue-details.ts'
import { withValues } from '../../error/issue-text.ts'
import { parserConfig } from '../reading/parser-config.ts'
import type { Reading } from '../reading/reading.ts'
import { refusal, type Scalar } from '../scalar/scalar.ts'
import { misfit } from './json-values.ts'

/**
 * A class whose static `parse` returns an instance, or `undefined` for invalid text. Its constructor may be private.
 */
interface ParsedClass<T> {
  readonly prototype: T
  readonly name: string
  parse(text: string): T | undefined
}

/** A decoded text for a class. */
export function jsonParsed<T>(value: unknown, key: Key, at: Reading, type: Scalar<T>): T {
  if (typeof value !== 'string')
    return misfit(value, key, at, { ...type.issue, code: 'type', expected: 'string' })
  return type.read(value) ?? (at.wrong(key, refusal(type, value)) as never)
}

/** Reads text with the class's registered converter, otherwise with its static `parse`. */
export function asParsed<T>(type: ParsedClass<T>): Scalar<T> {
  const issue = withValues(mustBeValid, { name: type.name })
  return {
    issue,
    zero: undefined,
    takesEmpty: false,
    read: (text) => {
      try {
        return parse(type, text)
      } catch {
        return undefined
      }
    },
    // Parses again in the rare case of an issue, to avoid carrying an error with every value.
    refusal: (text) => {
      try {
        parse(type, text)
        return issue
      } catch (error) {
        return causedIssue(issue, error)
      }
    },
  }
}

function parse<T>(type: ParsedClass<T>, text: string): T | undefined {
  const registered = parserConfig().parserType.find(({ customType }) => customType === type)
  // A converter returns instances of the class for which it is registered.
  return registered === undefined ? type.parse(text) : (registered.converter(text) as T | undefined)
}
