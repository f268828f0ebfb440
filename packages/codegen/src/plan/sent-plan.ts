import type { BoundField } from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'
import type { ModuleTypes } from '../model/module-types.ts'
import {
  hasOwnNames,
  holdsConverted,
  type SentFormat,
  sentFields,
  sentMembers,
  sentTypes,
} from '../model/sent-fields.ts'

/** The copy of an object that is sent. */
export interface SentPlan {
  readonly object: ObjectType
  /** The format whose names it has: JSON, unless the format of the answer has others. */
  readonly format: SentFormat
  readonly fields: readonly BoundField[]
  /** Whether it has the properties of any object of the type; a DTO may leave some out. */
  readonly isWhole: boolean
  /** Whether it depends on the form of the format: for dates, bytes, big integers and classes. */
  readonly isConverted: boolean
}

/** The copy of a nested object. */
export function planSent(object: ObjectType, wanted: SentFormat, { module }: ModuleTypes): SentPlan {
  const types = sentTypes(object, sentMembers(object, 'json'))
  const isOwn = hasOwnNames({ types, module }, (one) => sentMembers(object, one), wanted)
  const format = isOwn ? wanted : 'json'
  const fields = sentMembers(object, format)
  const isConverted = holdsConverted({ types: sentTypes(object, fields), module }, format)
  return { object, format, fields, isWhole: true, isConverted }
}

/** The copy of a DTO: properties bound only to headers or cookies are not sent. */
export function planSentDto(dto: ObjectType, format: SentFormat, types: ModuleTypes): SentPlan {
  const fields = sentFields(dto, format)
  if (fields.length === sentMembers(dto, format).length) return planSent(dto, format, types)
  const isConverted = holdsConverted({ types: sentTypes(dto, fields), module: types.module }, format)
  return { object: dto, format, fields, isWhole: false, isConverted }
}
