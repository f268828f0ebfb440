import { clientNames } from '../../model/client-names.ts'
import type { Field, ObjectType } from '../../model/dto.ts'
import { nestedNames } from '../../model/type-parts.ts'
import { fieldHasRules } from '../../plan/rules-below.ts'
import { uncapitalized } from '../../plan/words.ts'
import { literal, propertyKey } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'

/**
 * The constant with the client's names for the properties of an object that have rules, directly or below; `undefined`
 * when all of them match the interface.
 */
export function namesConstant(object: ObjectType, scope: ModuleScope): string | undefined {
  const items = object.fields
    .filter((field) => fieldHasRules(field, scope.module))
    .flatMap((field) => {
      const sent = sentText(object, field, scope)
      return sent === undefined ? [] : [`${propertyKey(field.name)}: ${sent}`]
    })
  if (items.length === 0) return undefined
  return scope.constant(`${uncapitalized(object.name)}Names`, { kind: 'object', items })
}

/** The client's names for a property, as an expression; `undefined` when every source uses the property's name. */
export function sentText(object: ObjectType, field: Field, scope: ModuleScope): string | undefined {
  const own = literal(field.name)
  const names = clientNames(object, field, scope.module).map(({ source, key, format }) => {
    const holdsJson = format === 'json' && nestedNames(field.type).length > 0
    return { source, text: holdsJson ? `{ holdsJson: ${literal(key)} }` : literal(key) }
  })
  const [first] = names
  const others = names.filter(({ text }) => text !== own)
  if (first === undefined || others.length === 0) return undefined
  if (names.every(({ text }) => text === first.text) && !first.text.startsWith('{')) return first.text
  return `{ ${others.map(({ source, text }) => `${source}: ${text}`).join(', ')} }`
}
