import type { Field, ObjectType } from '../../model/dto.ts'
import type { DecodedSource, Source } from '../../model/source.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { type Place, placeOf } from '../type-place.ts'

/** Source names in readers; those of JSON have none. */
export const decodedWords: Readonly<Partial<Record<Source, string>>> = {
  msgpack: 'MsgPack',
  cbor: 'Cbor',
  form: 'Form',
  query: 'Query',
}

/** A place in a decoded body, or in the pairs of an object in a form or a query string. */
export interface DecodedPlace extends Place {
  readonly source: DecodedSource | 'form' | 'query'
  /** Whether absent members become zero values. */
  readonly zero: boolean
}

/** Written out: spreading {@link placeOf} into each place was the most expensive step per property. */
export function decodedPlaceOf(
  { name }: ObjectType,
  of: Field,
  { source, zero }: Pick<DecodedPlace, 'source' | 'zero'>,
  scope: ModuleScope,
): DecodedPlace {
  const { field, owner, isElement, access, isPresent, shown } = placeOf(name, of, scope)
  return { field, owner, isElement, access, isPresent, shown, source, zero }
}
