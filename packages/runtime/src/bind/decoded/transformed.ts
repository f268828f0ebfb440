import { mustBeString } from '../../error/english-issues.ts'
import type { Key } from '../../error/issue-details.ts'
import type { Reading } from '../reading/reading.ts'
import { asText, type Scalar } from '../scalar/scalar.ts'
import { misfit } from './json-values.ts'

/** `\s` is the white space of `String.prototype.trim`. */
const steps = {
  trim: (text: string): string => text.trim(),
  collapse: (text: string): string => text.replace(/\s+/g, ' '),
  lower: (text: string): string => text.toLowerCase(),
  upper: (text: string): string => text.toUpperCase(),
  nfc: (text: string): string => text.normalize(),
}

/** Text changed by the steps of `@transform`, in this order. */
export function transformed(...names: readonly (keyof typeof steps)[]): Scalar<string> {
  return { ...asText, read: (text) => names.reduce((read, name) => steps[name](read), text) }
}

/** Text of a decoded body, changed like that of text sources; `or` stays as it is. */
export function jsonTransformed<T extends string>(
  value: unknown,
  key: Key,
  at: Reading,
  type: Scalar<T>,
  or?: T,
): T {
  const text = typeof value === 'string' ? type.read(value) : undefined
  return text ?? misfit(value, key, at, mustBeString, or)
}
