import { type BoundField, boundFields, memberFields, sentFields } from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'
import type { Source } from '../model/source.ts'
import { capitalized, uncapitalized } from './module-scope.ts'
import { sourceWords } from './source-words.ts'

/** Which shape of an object is meant: one and the same object may have several in a file. */
export interface ShapeKind {
  /** The source whose keys its members have. */
  readonly source: Source
  /** Whether absent members become zero values. */
  readonly zero: boolean
  /** Whether its rules are asked. */
  readonly isChecked: boolean
  /** Whether it is of what is sent, in which whatever a value may not lack is required. */
  readonly isOutput: boolean
  /** The members that the source binds, or those that are sent; where left out, all that an object in a body has. */
  readonly part?: 'bound' | 'sent' | undefined
}

export function usualKind(object: ObjectType): ShapeKind {
  return { source: 'json', zero: object.missing === 'zero', isChecked: true, isOutput: false }
}

/** The kind of a DTO that is only sent. */
export function sentKind(object: ObjectType): ShapeKind {
  return { ...usualKind(object), isOutput: true, part: 'sent' }
}

/** The kind of an object that one of this kind nests. */
export function nestedKind(object: ObjectType, { source, zero, isChecked, isOutput }: ShapeKind): ShapeKind {
  return { source, zero: zero || object.missing === 'zero', isChecked, isOutput }
}

/** What is usual of an object, trait by trait. */
export function usualTraits(object: ObjectType): readonly Partial<ShapeKind>[] {
  const { source, zero, isChecked, isOutput } = usualKind(object)
  return [{ part: undefined }, { isOutput }, { source }, { isChecked }, { zero }]
}

/** The same for the same kind, as a text. */
export function kindKey(kind: ShapeKind): string {
  return `${kind.source} ${kind.zero} ${kind.isChecked} ${kind.isOutput} ${kind.part}`
}

export function shapeFields(object: ObjectType, { source, part }: ShapeKind): readonly BoundField[] {
  if (part === undefined) return memberFields(object, source)
  return part === 'bound' ? boundFields(object, source) : sentFields(object, source)
}

/** `ownerShape`, with a word for each thing that is not as usual. */
export function shapeName(object: ObjectType, kind: ShapeKind): string {
  const usual = usualKind(object)
  const before = `${kind.isOutput ? 'Sent' : ''}${kind.isChecked ? '' : 'Unchecked'}`
  const source = kind.source === usual.source ? '' : sourceWords[kind.source][0]
  const after = `${source}${kind.part === undefined ? '' : 'Body'}Shape${kind.zero === usual.zero ? '' : 'OrZero'}`
  return uncapitalized(`${before}${capitalized(object.name)}${after}`)
}
