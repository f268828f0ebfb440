import { bindingsOf, bodyFormats } from '../model/bound-fields.ts'
import type { DtoModule, Field, ObjectType } from '../model/dto.ts'
import { allRules, siblingsOf } from '../model/rule.ts'
import { type BindingSource, defaultOrder, isBodySource, type Source } from '../model/source.ts'
import { fieldHasRules } from './rules-below.ts'

/** The origin of a property: a source, or the body in the format of the request. */
export type Origin = Source | 'body'

interface PropertyPlaces {
  /** The name of the property. */
  readonly name: string
  /** In the order of reading. */
  readonly places: readonly Origin[]
}

/** The origins of the properties that issues can name, for a binder of several sources or of a body. */
interface PlacesPlan {
  /** Of most of them. */
  readonly usual: Origin
  readonly others: readonly PropertyPlaces[]
  /** The sources that share a property, in the order of the runtime's parameters. */
  readonly drafts: readonly (BindingSource | undefined)[]
}

export function planPlaces(
  dto: ObjectType,
  fields: readonly Field[],
  order: readonly BindingSource[],
  module: DtoModule,
): PlacesPlan {
  const placed = namedFields(fields, module).map((field): PropertyPlaces => {
    return { name: field.name, places: placesOf(dto, field, order) }
  })
  const usual = usualPlace(placed)
  const others = placed.filter(({ places }) => places.length !== 1 || places[0] !== usual)
  return { usual, others, drafts: draftsOf(placed) }
}

/** The properties that issues can name: those with rules, and those that rules compare with. */
function namedFields(fields: readonly Field[], module: DtoModule): readonly Field[] {
  const compared = fields.flatMap(({ rules }) =>
    rules === undefined ? [] : allRules(rules).flatMap(siblingsOf),
  )
  return fields.filter((field) => fieldHasRules(field, module) || compared.includes(field.name))
}

/** A property that `all` never reads (a response header) has its first source as its place. */
function placesOf(dto: ObjectType, field: Field, order: readonly BindingSource[]): readonly Origin[] {
  const bound = bindingsOf(dto, field).map(({ source }) => source)
  const read = order.flatMap((source): readonly Origin[] =>
    source === 'body' ? bodyPlaces(dto, field) : bound.filter((one) => one === source),
  )
  if (read.length > 0) return read
  return bound.slice(0, 1).flatMap((first) => (isBodySource(first) ? bodyPlaces(dto, field) : [first]))
}

/** The body, or the single formats of a property whose key differs between them. */
function bodyPlaces(dto: ObjectType, field: Field): readonly Origin[] {
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
function usualPlace(placed: readonly PropertyPlaces[]): Origin {
  const counts = new Map<Origin, number>()
  for (const { places } of placed) {
    const [only = 'body', ...others] = places
    if (others.length === 0) counts.set(only, (counts.get(only) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most?.[0] ?? 'body'
}

/** The sources that share a property. */
function draftsOf(placed: readonly PropertyPlaces[]): PlacesPlan['drafts'] {
  const shared = placed
    .map(({ places }) => new Set(places.map((one) => (isBodySource(one) ? 'body' : one))))
    .filter(({ size }) => size > 1)
  const isShared = (source: BindingSource): boolean => shared.some((sources) => sources.has(source))
  const last = defaultOrder.findLastIndex(isShared)
  return defaultOrder.slice(0, last + 1).map((source) => (isShared(source) ? source : undefined))
}
