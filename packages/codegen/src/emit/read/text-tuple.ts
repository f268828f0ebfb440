import type { FieldType } from '../../model/field-type.ts'
import { itemPlace, type Place, textReader } from '../emit-types.ts'
import type { ModuleScope } from '../text/module-scope.ts'

/** The expression that makes a tuple of texts. */
export function textTuple(
  type: FieldType & { kind: 'tuple' },
  texts: string,
  key: string,
  place: Place,
  scope: ModuleScope,
): string {
  const readers = type.elements.map((element, i) => textReader(element, itemPlace(place, i), scope))
  const restPlace = itemPlace(place, type.elements.length)
  const rest = type.rest === undefined ? '' : `, ${textReader(type.rest, restPlace, scope)}`
  return `${scope.use('textTuple')}(${texts}, ${key}, at, [${readers.join(', ')}]${rest})`
}
