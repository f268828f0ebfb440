import fc from 'fast-check'
import { defaultFor } from './arbitrary-default.ts'
import { nameArbitrary } from './arbitrary-names.ts'
import { rulesFor } from './arbitrary-rules.ts'
import { withSiblingRules } from './arbitrary-siblings.ts'
import { brokenRules, type Named } from './check-rules.ts'
import {
  type FieldModel,
  type NonNullType,
  nonNull,
  type ObjectModel,
  type TransformWord,
  type TypeModel,
} from './model.ts'
import { defaultOf } from './zero-value.ts'

type Arb<T> = fc.Arbitrary<T>

/** A nested interface. */
export function objectType(member: Arb<TypeModel>): Arb<ObjectModel> {
  return fieldsOf(member, 3).map((fields) => ({ kind: 'object', name: 'N', fields }))
}

/** The alias in the tag `@type`, if the type is one. */
function tagged(type: TypeModel): TypeModel {
  switch (type.kind) {
    case 'scalar':
      return ['string', 'boolean', 'Date', 'number', 'bigint'].includes(type.scalar)
        ? type
        : { ...type, isTagged: true }
    case 'nullable':
      return type.of.kind === 'scalar' ? { kind: 'nullable', of: tagged(type.of) as NonNullType } : type
    case 'list':
      return type.of.kind === 'scalar' ? { ...type, of: tagged(type.of) } : type
    default:
      return type
  }
}

const transforms: readonly (readonly TransformWord[])[] = [
  ['trim'],
  ['lower'],
  ['upper', 'trim'],
  ['collapse'],
  ['trim', 'collapse', 'lower'],
  ['nfc', 'upper'],
]

/** A text, or a list of texts, with `@transform`. */
function transformed(type: TypeModel, pick: number): TypeModel {
  switch (type.kind) {
    case 'scalar': {
      const transform = transforms[pick % transforms.length] ?? []
      return type.scalar === 'string' ? { ...type, transform } : type
    }
    case 'nullable':
      return { kind: 'nullable', of: nonNull(transformed(type.of, pick)) }
    case 'list': {
      const { kind } = nonNull(type.of)
      return kind === 'scalar' ? { ...type, of: transformed(type.of, pick) } : type
    }
    default:
      return type
  }
}

/** Fields without tags, of different names. */
export function fieldsOf(type: Arb<TypeModel>, maxLength: number): Arb<readonly FieldModel[]> {
  const field = fc
    .record({
      name: nameArbitrary,
      optional: fc.boolean(),
      type,
      hasDefault: fc.nat(3),
      pick: fc.nat(9),
      rulePick: fc.nat(8191),
      changePick: fc.nat(11),
    })
    .map(({ name, optional, type: of, hasDefault, pick, rulePick, changePick }): FieldModel => {
      const texts = hasDefault === 0 ? defaultFor(of, pick) : undefined
      const one = rulePick % 5 === 0 ? tagged(of) : of
      // Every object inherits these names, so the generator refuses them as optional properties.
      const field: FieldModel = {
        name,
        optional: optional && !(name in {}),
        type: changePick < 6 ? transformed(one, changePick) : one,
        tags: [],
        default: texts,
      }
      const rules = rulesFor(field, rulePick)
      return rules === undefined || !keepsDefault({ ...field, rules }) ? field : { ...field, rules }
    })
  const fields = fc.uniqueArray(field, { minLength: 1, maxLength, selector: ({ name }) => name })
  const picks = fc.array(fc.nat(9999), { minLength: maxLength, maxLength })
  return fc.tuple(fields, picks).map(([some, chosen]) => withSiblingRules(some, chosen))
}

/** A default that breaks its own rules is refused. */
function keepsDefault(field: FieldModel): boolean {
  if (field.default === undefined) return true
  const naming = (): Named => ({ source: 'json', key: field.name, below: 'json' })
  return brokenRules([field], { [field.name]: defaultOf(field) }, naming).length === 0
}
