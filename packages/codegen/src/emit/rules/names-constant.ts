import { clientNames } from '../../model/client-names.ts'
import type { Field, ObjectType } from '../../model/dto.ts'
import { nestedNames } from '../../model/type-parts.ts'
import { fieldHasRules } from '../../plan/rules-below.ts'
import { uncapitalized } from '../../plan/words.ts'
import { type Code, code } from '../text/code.ts'
import { type ModuleScope, pureMark } from '../text/module-scope.ts'

/**
 * The constant with the client's names for the properties of an object that have rules, directly or below; `undefined`
 * when all of them match the interface.
 */
export function namesConstant(object: ObjectType, scope: ModuleScope): Code | undefined {
  const items = object.fields
    .filter((field) => fieldHasRules(field, scope.module))
    .flatMap((field) => {
      const sent = sentText(object, field, scope)
      return sent === undefined ? [] : [code`${code.key(field.name)}: ${sent}`]
    })
  if (items.length === 0) return undefined
  return scope.constant(
    `${uncapitalized(object.name)}Names`,
    code`${pureMark}${scope.use('clientNames')}({ ${code.filled(items)} })`,
  )
}

/** The client's names for a property, as an expression; `undefined` when every source uses the property's name. */
export function sentText(object: ObjectType, field: Field, scope: ModuleScope): Code | undefined {
  const names = clientNames(object, field, scope.module).map(({ source, key, format }) => {
    return { source, key, holdsJson: format === 'json' && nestedNames(field.type).length > 0 }
  })
  const [first] = names
  const others = names.filter((one) => one.holdsJson || one.key !== field.name)
  if (first === undefined || others.length === 0) return undefined
  if (names.every((one) => !one.holdsJson && one.key === first.key)) return code`${first.key}`
  const items = others.map(
    (one) => code`${code.key(one.source)}: ${one.holdsJson ? code`{ holdsJson: ${one.key} }` : one.key}`,
  )
  return code`{ ${items} }`
}
