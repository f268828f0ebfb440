import type { BodyType } from '../../model/dto.ts'
import type { ModuleTypes } from '../../model/module-types.ts'
import type { DecodedSource } from '../../model/source.ts'
import { nestedNames } from '../../model/type-parts.ts'
import { hasOtherReader } from '../source-keys.ts'
import type { ShapeKind } from './shape-kind.ts'
import { type ShapeType, shapeType } from './shape-type.ts'

/** The kind of a whole body in a format, which is that of JSON unless its objects have other keys. */
export function bodyKind(
  { value, missing, unknown }: BodyType,
  format: DecodedSource,
  types: ModuleTypes,
): ShapeKind & { readonly source: DecodedSource } {
  const isOther = nestedNames(value.type).some((one) => hasOtherReader(types.object(one), format, types))
  return {
    source: isOther ? format : 'json',
    zero: missing === 'zero',
    isChecked: true,
    isOutput: false,
    isStrict: unknown === 'error',
  }
}

/** The kind of a whole body that is sent. */
export const sentBodyKind: ShapeKind = {
  source: 'json',
  zero: false,
  isChecked: true,
  isOutput: true,
  isStrict: false,
}

export function bodyType({ value }: BodyType, kind: ShapeKind, types: ModuleTypes): ShapeType {
  return shapeType({ type: value.type, rules: value.rules, optional: false }, { ...kind, types })
}
