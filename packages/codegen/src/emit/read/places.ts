import { bindingsOf, bodyFormats } from '../../model/bound-fields.ts'
import type { Field, ObjectType } from '../../model/dto.ts'
import { allRules, siblingsOf } from '../../model/rule.ts'
import { type BindingSource, defaultOrder, isBodySource, type Source } from '../../model/source.ts'
import { uncapitalized } from '../../plan/words.ts'
import { fieldHasRules } from '../rules/rules-below.ts'
import { literal, propertyKey } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'

/** The origin of a property: a source, or the body in the format of the request. */
type Place = Source | 'body'

interface Placed {
  readonly field: Field
  /** In the order of reading. */
  readonly places: readonly Place[]
}

/**
 * The arguments for the origins of properties, for a binder of several sources or of a body: one place, or a constant with
 * the places of each property. Where a property has several sources, the drafts follow.
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

/** The properties that issues can name: those with rules, and those that rules compare with. */
function toldFields(fields: readonly Field[], { module }: ModuleScope): readonly Field[] {
  const compared = fields.flatMap(({ rules }) =>
    rules === undefined ? [] : allRules(rules).flatMap(siblingsOf),
  )
  return fields.filter((field) => fieldHasRules(field, module) || compared.includes(field.name))
}

/** A property that `all` never reads (a response header) has its first source as its place. */
function placesOf(dto: ObjectType, field: Field, order: readonly BindingSource[]): readonly Place[] {
  const bound = bindingsOf(dto, field).map(({ source }) => source)
  const read = order.flatMap((source): readonly Place[] =>
    source === 'body' ? bodyPlaces(dto, field) : bound.filter((one) => one === source),
  )
  if (read.length > 0) return read
  return bound.slice(0, 1).flatMap((first) => (isBodySource(first) ? bodyPlaces(dto, field) : [first]))
}

/** The body, or the single formats of a property whose key differs between them. */
function bodyPlaces(dto: ObjectType, field: Field): readonly Place[] {
  const bindings = bindingsOf(dto, field).filter(({ source }) => isBodySource(source))
  if (bindings.length === 0) return []
  const keyIn = (format: Source): string =>
    bindings.find(({ source }) => source === format)?.key ?? field.name
  const formats = bodyFormats(dto)
  const [key, ...others] = new Set(formats.map(keyIn))
  // An absent body has the names of JSON.
  const hasName = formats.includes('json') || key === field.name
  return others.length === 0 && hasName ? ['body'] : bindings.map(({ source }) => source)
}

/** The most common single place. */
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

/** The drafts of the sources that share a property, in parameter order. */
function draftArguments(placed: readonly Placed[]): readonly string[] {
  const shared = placed
    .map(({ places }) => new Set(places.map((one) => (isBodySource(one) ? 'body' : one))))
    .filter(({ size }) => size > 1)
  const isShared = (source: BindingSource): boolean => shared.some((sources) => sources.has(source))
  const last = defaultOrder.findLastIndex(isShared)
  return defaultOrder.slice(0, last + 1).map((source) => (isShared(source) ? source : 'undefined'))
}
