import { type FieldType, isKindUnion, type KindUnion, kindTypes, nonNull } from '../../model/field-type.ts'
import { holdsConverted, type SentFormat } from '../../model/sent-fields.ts'
import { isPlainJson } from '../../model/type-parts.ts'
import { isDate } from '../../model/value-kind.ts'
import { sourceWords } from '../../plan/words.ts'
import { type Code, code } from '../text/code.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { namesAt, type Place } from '../type-place.ts'

/** The file and the format of a copy. */
export interface Sending {
  readonly scope: ModuleScope
  readonly format: SentFormat
}

/** The word of a format in the names of functions. */
export function formatWord(format: SentFormat): string {
  return format === 'json' ? '' : sourceWords[format][0]
}

/** Names of functions for a value, in order of preference. */
export function namesIn(place: Place, { format }: Sending, after = ''): readonly string[] {
  return namesAt(`plain${formatWord(format)}`, place, after)
}

/** A member of an object literal or a pattern, with the shorthand `name` where key and value match. */
export function memberText(key: string, value: Code): Code {
  return key === value.flat ? value : code`${code.key(key)}: ${value}`
}

/** Whether every format takes a value unchanged: a scalar, or anything. Lists and records are copied, without `toJSON`. */
export function isSentAsIs(type: FieldType): boolean {
  if (type.kind === 'nullable') return isSentAsIs(type.of)
  return ['scalar', 'literals', 'template', 'unknown'].includes(type.kind) && isPlainJson(type)
}

/** Whether every value of the type is null or no object, and every format takes it unchanged. */
export function isScalar(type: FieldType): boolean {
  return isSentAsIs(type) && nonNull(type).kind !== 'unknown'
}

/** `string | number` */
export function isScalars(type: FieldType): type is KindUnion {
  return isKindUnion(type) && kindTypes(type).every(isScalar)
}

/** Whether every value of the type is truthy. */
export function isTruthy(type: FieldType): boolean {
  return isDate(type) || !(isKindUnion(type) || type.kind === 'scalar' || type.kind === 'literals')
}

/** Whether the copy of a value depends on the form. */
export function isConverted(type: FieldType, { scope, format }: Sending): boolean {
  return holdsConverted({ types: [type], module: scope.module }, format)
}
