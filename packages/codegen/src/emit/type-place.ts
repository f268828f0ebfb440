import { type BodyType, type Field, mayBeUndefined, type ObjectType } from '../model/dto.ts'
import { type FieldType, holdsNull, type RecursiveType } from '../model/field-type.ts'
import { partsOf } from '../model/type-parts.ts'
import { capitalized, uncapitalized } from '../plan/words.ts'
import { type Code, code, Name } from './text/code.ts'
import type { ModuleScope } from './text/module-scope.ts'

/** The position of a type, from which generated names derive. */
export interface Place {
  /** The property's name. */
  readonly field: string
  /** The type whose property it is or is in; empty for a whole type. */
  readonly owner: string
  /** Whether it is below the property: an element, or a value of a record. */
  readonly isElement: boolean
  /** The property's type as the file writes it: `SearchDto['sort']`. */
  readonly access: Code
  /** Whether that type excludes `null` and `undefined`. */
  readonly isPresent: boolean
  /** The property as messages show it: `SearchDto.sort`. */
  readonly shown: string
}

export function placeOf(owner: string, field: Field, scope: ModuleScope): Place {
  const { name } = field
  const shown = /^[\w$]+$/.test(name) ? `${owner}.${name}` : `${owner}['${name}']`
  return { ...placeAt(scope.ownType(owner), field), owner, shown }
}

/** The place of a property in the type of its object. */
export function placeAt(object: Code, field: Field): Place {
  return {
    field: field.name,
    owner: '',
    isElement: false,
    access: code`${object}[${field.name}]`,
    isPresent: !mayBeUndefined(field) && !holdsNull(field.type),
    shown: field.name,
  }
}

/** The place of a type that has a name. */
export function wholePlace(field: string, access: Code): Place {
  return { field, owner: '', isElement: false, access, isPresent: true, shown: access.flat }
}

/** The place of a whole body. @param word part of the names of its readers. */
export function bodyPlace({ name }: BodyType, scope: ModuleScope, word = ''): Place {
  return wholePlace(`${name}${word}`, scope.type(name))
}

/** The place of the values under undeclared keys. */
export function othersPlace({ name }: ObjectType, scope: ModuleScope): Place {
  return elementPlace(wholePlace(`${name}Others`, scope.ownType(name)))
}

/** Candidate names for a place: the property, then its part, then its owner. */
export function namesAt(
  before: string,
  { field, owner, isElement }: Pick<Place, 'field' | 'owner' | 'isElement'>,
  after = '',
): readonly string[] {
  const word = `${before}${capitalized(field)}`
  const words = [word, ...(isElement ? [`${word}Element`] : [])]
  return [...words, ...words.map((one) => `${one}Of${owner}`)].map((one) => one + after)
}

/** The place of the elements of a list. */
export function elementPlace<P extends Place>(place: P): P {
  return partPlace(place, code`number`, 'number')
}

/** The place of the values of a record. */
export function valuePlace<P extends Place>({ brand }: FieldType & { kind: 'record' }, place: P): P {
  return brand === undefined
    ? elementPlace(place)
    : partPlace(place, code`keyof ${presentAccess(place)}`, 'string')
}

/** The place of one element of a tuple; its rest has the place of the first rest element. */
export function itemPlace<P extends Place>(place: P, index: number): P {
  return partPlace(place, code`${index}`, String(index))
}

function partPlace<P extends Place>(place: P, index: Code, shown: string): P {
  return {
    ...place,
    owner: isNamed(place) ? place.access.flat : place.owner,
    isElement: true,
    access: code`${presentAccess(place)}[${index}]`,
    isPresent: false,
    shown: `${place.shown}[${shown}]`,
  }
}

/** The type of a present value. */
export function presentAccess({ access, isPresent }: Place): Code {
  return isPresent ? access : code`NonNullable<${code.types([access])}>`
}

/** Whether the type at a place has a name in the generated file. */
export function isNamed({ access }: Place): boolean {
  return access instanceof Name
}

/** The place of a recursive type, the same for every use. */
export function recursivePlace<P extends Place>(type: RecursiveType, place: P, scope: ModuleScope): P {
  return { ...place, ...wholePlace(uncapitalized(type.name), scope.type(type.name)) }
}

/** A string key, equal for equal types. */
export function describe(type: FieldType): string {
  return JSON.stringify(type, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
}

/**
 * The place of a function for a type; empty where the compiler gives the type one identity everywhere, as for a union
 * alias.
 */
export function ownPlace(type: FieldType, { access }: Place): string {
  return isOneType(type) ? '' : access.flat
}

/** Excludes enums, whose values look alike, and types with lists, which may be readonly in only some places. */
function isOneType(type: FieldType): boolean {
  if (type.kind === 'list' || type.kind === 'tuple') return false
  if (type.kind === 'unknown') return !type.isAlias
  return !(type.kind === 'literals' && type.isEnum) && partsOf(type).every(isOneType)
}
