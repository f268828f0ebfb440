import { sourcesOf } from '../model/bound-fields.ts'
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
 * What tells where the properties of an `all` binder came from: one place, or a constant with those of each property and,
 * where one has several, the drafts.
 */
export function placesArguments(dto: ObjectType, scope: ModuleScope): readonly string[] {
  const placed = toldFields(dto, scope).map((field): Placed => ({ field, places: placesOf(dto, field) }))
  const usual = usualPlace(placed)
  const others = placed.filter(({ places }) => places.length !== 1 || places[0] !== usual)
  if (others.length === 0 && (usual === 'body' || !isBodySource(usual))) return [literal(usual)]
  const items = others.map(({ field, places }) => `${propertyKey(field.name)}: ${placesText(places)}`)
  const open = `${scope.use('placesOf')}(${literal(usual)}, {`
  return [scope.constant(`${uncapitalized(dto.name)}Places`, open, items, '})'), ...draftArguments(placed)]
}

/** The place that most properties have alone. */
function usualPlace(placed: readonly Placed[]): Place {
  const counts = new Map<Place, number>()
  for (const { places } of placed) {
    const [only = 'body', ...others] = places
    if (others.length === 0) counts.set(only, (counts.get(only) ?? 0) + 1)
  }
  const [[most] = ['body' as const]] = [...counts].sort(([, a], [, b]) => b - a)
  return most
}

/** The properties that broken rules tell of: those that have some, and those they are compared with. */
function toldFields(dto: ObjectType, { module }: ModuleScope): readonly Field[] {
  const compared = dto.fields.flatMap(({ rules }) =>
    rules === undefined ? [] : allRules(rules).flatMap(siblingsOf),
  )
  return dto.fields.filter((field) => fieldHasRules(field, module) || compared.includes(field.name))
}

/** What `all` never reads (a response header) has the places that it has at all. */
function placesOf(dto: ObjectType, field: Field): readonly Place[] {
  const sources = sourcesOf(dto, field)
  const read = dto.order.flatMap((source) => placeIn(sources, source))
  return read.length > 0 ? read : sources.slice(0, 1)
}

/** A body of which JSON is one format is called by that where none was sent, any other by its first. */
function placeIn(sources: readonly Source[], source: BindingSource): readonly Place[] {
  if (source !== 'body') return sources.filter((one) => one === source)
  const formats = sources.filter(isBodySource)
  return formats.includes('json') ? ['body'] : formats.slice(0, 1)
}

function placesText(places: readonly Place[]): string {
  const texts = places.map(literal)
  return texts.length === 1 ? texts.join() : `[${texts.join(', ')}]`
}

/** The drafts of the sources that share a property, in the order of the parameters. */
function draftArguments(placed: readonly Placed[]): readonly string[] {
  const shared = new Set(
    placed
      .filter(({ places }) => places.length > 1)
      .flatMap(({ places }) => places.map((one) => (one !== 'body' && isBodySource(one) ? 'body' : one))),
  )
  const last = defaultOrder.findLastIndex((source) => shared.has(source))
  return defaultOrder.slice(0, last + 1).map((source) => (shared.has(source) ? source : 'undefined'))
}
