import { type BoundField, boundFields, memberFields } from '../../model/bound-fields.ts'
import type { ObjectType } from '../../model/dto.ts'
import { sentFields } from '../../model/sent-fields.ts'
import type { Source } from '../../model/source.ts'
import { isStrictInside } from '../../model/unknown-keys.ts'
import { capitalized, sourceWords, uncapitalized } from '../words.ts'

/** Identifies a shape of an object, which may have several in one file. */
export interface ShapeKind {
  /** The source whose keys its members have. */
  readonly source: Source
  /** Whether absent members become zero values. */
  readonly zero: boolean
  /** Whether its rules are checked. */
  readonly isChecked: boolean
  /** Whether it describes sent values, where every member that cannot be undefined is required. */
  readonly isOutput: boolean
  /** Whether it refuses unknown keys; the shapes of a generated file have it themselves. */
  readonly isStrict: boolean
  /** Its members: those that the source binds, or those that are sent; by default all members that a body can hold. */
  readonly part?: 'bound' | 'sent' | undefined
}

export function usualKind(object: ObjectType): ShapeKind {
  const isStrict = isStrictInside(object, false)
  return { source: 'json', zero: object.missing === 'zero', isChecked: true, isOutput: false, isStrict }
}

/** The kind of a sent-only DTO. */
export function sentKind(object: ObjectType): ShapeKind {
  return { ...usualKind(object), isOutput: true, part: 'sent' }
}

/** The kind of an object nested in an object of this kind. */
export function nestedKind(
  object: ObjectType,
  { source, zero, isChecked, isOutput, isStrict }: ShapeKind,
): ShapeKind {
  const inside = isStrictInside(object, isStrict)
  return { source, zero: zero || object.missing === 'zero', isChecked, isOutput, isStrict: inside }
}

/** The usual traits of an object, one by one. */
export function usualTraits(object: ObjectType): readonly Partial<ShapeKind>[] {
  const { source, zero, isChecked, isOutput } = usualKind(object)
  return [{ part: undefined }, { isOutput }, { source }, { isChecked }, { zero }]
}

/** A string key, equal for equal kinds. */
export function kindKey(kind: ShapeKind): string {
  return `${kind.source} ${kind.zero} ${kind.isChecked} ${kind.isOutput} ${kind.part}`
}

export function shapeFields(object: ObjectType, { source, part }: ShapeKind): readonly BoundField[] {
  if (part === undefined) return memberFields(object, source)
  return part === 'bound' ? boundFields(object, source) : sentFields(object, 'json')
}

/** `ownerShape`, with a word for each unusual trait. */
export function shapeName(object: ObjectType, kind: ShapeKind): string {
  const usual = usualKind(object)
  const before = `${kind.isOutput ? 'Sent' : ''}${kind.isChecked ? '' : 'Unchecked'}`
  const source = kind.source === usual.source ? '' : sourceWords[kind.source][0]
  const after = `${source}${kind.part === undefined ? '' : 'Body'}Shape${kind.zero === usual.zero ? '' : 'OrZero'}`
  return uncapitalized(`${before}${capitalized(object.name)}${after}`)
}
