import type { Field, ObjectType } from '../../model/dto.ts'
import { type BindingSource, isBodySource } from '../../model/source.ts'
import { type Origin, planPlaces } from '../../plan/places.ts'
import { uncapitalized } from '../../plan/words.ts'
import { literal, propertyKey } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'

/** The argument for the origins of properties: one place, or a constant with the places of each property. */
export function placesArgument(
  dto: ObjectType,
  fields: readonly Field[],
  order: readonly BindingSource[],
  scope: ModuleScope,
): string {
  const { usual, others } = planPlaces(dto, fields, order, scope.module)
  if (others.length === 0 && (usual === 'body' || !isBodySource(usual))) return literal(usual)
  const items = others.map(({ name, places }) => `${propertyKey(name)}: ${placesText(places)}`)
  const around = [`${literal(usual)}, {`, '}'] as const
  const constant = `${uncapitalized(dto.name)}Places`
  return scope.constant([constant, `${constant}OfAll`], { kind: 'call', make: 'placesOf', around, items })
}

function placesText(places: readonly Origin[]): string {
  const texts = places.map(literal)
  return texts.length === 1 ? texts.join() : `[${texts.join(', ')}]`
}
