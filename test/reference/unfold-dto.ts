import { type DtoModel, type FieldModel, nonNull, type ObjectModel, type TypeModel } from './model.ts'

/**
 * The same DTO with each recursive reference resolved, so that code that follows its types needs no special
 * case.
 */
export function unfolded(dto: DtoModel): DtoModel {
  const known = found.get(dto)
  if (known !== undefined) return known
  const whole = { ...dto, fields: unfoldedFields(dto.fields, undefined) }
  found.set(dto, whole)
  return whole
}

const found = new WeakMap<DtoModel, DtoModel>()

function unfoldedFields(fields: readonly FieldModel[], self: ObjectModel | undefined): readonly FieldModel[] {
  return fields.map((field) => ({ ...field, type: unfoldedType(field.type, self) }))
}

/** The type with `self` replaced by the enclosing object. */
export function unfoldedType(type: TypeModel, self: ObjectModel | undefined): TypeModel {
  switch (type.kind) {
    case 'self':
      if (self === undefined) throw new Error('a DTO does not hold itself')
      return self
    case 'list':
    case 'record':
      return { ...type, of: unfoldedType(type.of, self) }
    case 'nullable': {
      const of = unfoldedType(type.of, self)
      return of.kind === 'nullable' ? of : { kind: 'nullable', of }
    }
    case 'tuple': {
      const of = type.of.map((one) => unfoldedType(one, self))
      return type.rest === undefined ? { ...type, of } : { ...type, of, rest: unfoldedType(type.rest, self) }
    }
    case 'anyOf':
      return { kind: 'anyOf', of: type.of.map((one) => nonNull(unfoldedType(one, self))) }
    case 'choice':
      return {
        kind: 'choice',
        of: type.of.map((one) =>
          one.kind === 'object' ? unfoldedObject(one) : { ...one, of: unfoldedType(one.of, self) },
        ),
      }
    case 'lists':
      return {
        kind: 'lists',
        of: type.of
          .map((one) => unfoldedType(one, self))
          .filter((one) => one.kind === 'list' || one.kind === 'tuple'),
      }
    case 'union':
    case 'byMember':
      return { ...type, of: type.of.map(unfoldedObject) }
    case 'object':
      return unfoldedObject(type)
    default:
      return type
  }
}

function unfoldedObject({ fields, ...object }: ObjectModel): ObjectModel {
  const own: FieldModel[] = []
  const whole: ObjectModel = { ...object, fields: own }
  own.push(...unfoldedFields(fields, whole))
  return whole
}
