import type { Field, ObjectType } from '../../model/dto.ts'
import { type BindingSource, isBodySource } from '../../model/source.ts'
import { type Origin, planPlaces } from '../../plan/places.ts'
import { uncapitalized } from '../../plan/words.ts'
import { code, type Item } from '../text/code.ts'
import { type ModuleScope, pureMark } from '../text/module-scope.ts'

/**
 * The argument for the origins of properties: one place, or a constant with the places of each property; `undefined` for the
 * body, which is the usual one.
 */
export function placesArgument(
  dto: ObjectType,
  fields: readonly Field[],
  order: readonly BindingSource[],
  scope: ModuleScope,
): Item | undefined {
  const { usual, others } = planPlaces(dto, fields, order, scope.module)
  if (others.length === 0 && usual === 'body') return undefined
  if (others.length === 0 && !isBodySource(usual)) return usual
  const items = others.map(({ name, places }) => code`${code.key(name)}: ${placesText(places)}`)
  const constant = `${uncapitalized(dto.name)}Places`
  return scope.constant(
    [constant, `${constant}OfAll`],
    code`${pureMark}${scope.use('placesOf')}(${usual}, { ${code.filled(items)} })`,
  )
}

function placesText(places: readonly Origin[]): Item {
  const [only = 'body', ...others] = places
  return others.length === 0 ? only : code`[${places}]`
}
