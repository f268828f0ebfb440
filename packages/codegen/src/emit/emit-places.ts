import { bindingsOf, bodyFormats } from '../model/bound-fields.ts'
import type { Field, ObjectType } from '../model/dto.ts'
import { allRules, siblingsOf } from '../model/rule.ts'
import { type BindingSource, defaultOrder, isBodySource, type Source } from '../model/source.ts'
import { literal, propertyKey } from './literal.ts'
import { type ModuleScope, uncapitalized } from './module-scope.ts'
import { fieldHasRules } from './rules-below.ts'

/** Where a property comes from: a source, or the body in the format that was sent. */
type Place = Source | 'body'

interface Placed {
  readonly field: Field
  /** In the order of reading. */
  readonly places: readonly Place[]
}

/**
 * What tells where the properties came from that a binder of several sources, or of a body, fills: one place, or a constant
 * with those of each property and, where one has several sources, the drafts.
 */
export function placesArguments(
  dto: ObjectType,
  fields: readonly Field[],
  order: readonly BindingSource[],
  scope: ModuleScope,
): readonly string[] {
  const told = toldFields(fields, scope)
  const placed = told.map((field): Placed => ({ field, places: placesOf(dto, field, order) }))
  const usual = usualPlace(placed)
  const others = placed.filter(({ places }) => places.length !== 1 || places[0] !== usual)
  if (others.length === 0 && (usual === 'body' || !isBodySource(usual))) return [literal(usual)]
  const items = others.map(({ field, places }) => `${propertyKey(field.name)}: ${placesText(places)}`)
  const open = `${scope.use('placesOf')}(${literal(usual)}, {`
  const places = `${uncapitalized(dto.name)}Places`
  return [scope.constant([places, `${places}OfAll`], open, items, '})'), ...draftArguments(placed)]
}

/** The properties that broken rules tell of: those that have some, and those they are compared with. */
function toldFields(fields: readonly Field[], { module }: ModuleScope): readonly Field[] {
  const compared = fields.flatMap(({ rules }) =>
    rules === undefined ? [] : allRules(rules).flatMap(siblingsOf),
  )
  return fields.filter((field) => fieldHasRules(field, module) || compared.includes(field.name))
}

/** What `all` never reads (a response header) has the places that it has at all. */
function placesOf(dto: ObjectType, field: Field, order: readonly BindingSource[]): readonly Place[] {
  const bound = bindingsOf(dto, field).map(({ source }) => source)
  const read = order.flatMap((source): readonly Place[] =>
    source === 'body' ? bodyPlaces(dto, field) : bound.filter((one) => one === source),
  )
  if (read.length > 0) return read
  return bound.slice(0, 1).flatMap((first) => (isBodySource(first) ? bodyPlaces(dto, field) : [first]))
}

/** The body, or, where the property has not the same name in each of its formats, those that hold the property. */
function bodyPlaces(dto: ObjectType, field: Field): readonly Place[] {
  const bindings = bindingsOf(dto, field).filter(({ source }) => isBodySource(source))
  if (bindings.length === 0) return []
  const keyIn = (format: Source): string =>
    bindings.find(({ source }) => source === format)?.key ?? field.name
  const keys = new Set(bodyFormats(dto).map(keyIn))
  return keys.size === 1 ? ['body'] : bindings.map(({ source }) => source)
}

/** The place that most properties have alone. */
function usualPlace(placed: readonly Placed[]): Place {
  const counts = new Map<Place, number>()
  for (const { places } of placed) {
    const [only = 'body', ...others] = places
    if (others.length === 0) counts.set(only, (counts.get(only) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most?.[0] ?? 'body'
}

function placesText(places: readonly Place[]): string {
  const texts = places.map(literal)
  return texts.length === 1 ? texts.join() : `[${texts.join(', ')}]`
}

/** The drafts of the sources that share a property, in the order of the parameters. */
function draftArguments(placed: readonly Placed[]): readonly string[] {
  const shared = placed
    .map(({ places }) => new Set(places.map((one) => (isBodySource(one) ? 'body' : one))))
    .filter(({ size }) => size > 1)
  const isShared = (source: BindingSource): boolean => shared.some((sources) => sources.has(source))
  const last = defaultOrder.findLastIndex(isShared)
  return defaultOrder.slice(0, last + 1).map((source) => (isShared(source) ? source : 'undefined'))
}
