import type { FieldType } from '../../model/field-type.ts'
import { type Code, code } from '../text/code.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { textReader } from '../text-readers.ts'
import { itemPlace, type Place } from '../type-place.ts'
import { at } from './reader-names.ts'

/** The expression that makes a tuple of texts. */
export function textTuple(
  type: FieldType & { kind: 'tuple' },
  texts: Code,
  key: string,
  place: Place,
  scope: ModuleScope,
): Code {
  const readers = type.elements.map((element, i) => textReader(element, itemPlace(place, i), scope))
  const restPlace = itemPlace(place, type.elements.length)
  const rest = type.rest === undefined ? [] : [textReader(type.rest, restPlace, scope)]
  return code`${scope.use('textTuple')}(${[texts, key, at, code`[${readers}]`, ...rest]})`
}
