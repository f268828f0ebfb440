import { usualKind } from '../../emit/schema/shape-kind.ts'
import { mustBeThere } from '../../emit/schema/shape-members.ts'
import { ModuleScope } from '../../emit/text/module-scope.ts'
import { boundFields } from '../../model/bound-fields.ts'
import type { DtoModule, ObjectType } from '../../model/dto.ts'
import { nonNull } from '../../model/field-type.ts'
import type { BinderUse } from '../model/operation.ts'
import { sharedKeys, sourcesOf } from './operation-inputs.ts'

/** The route parameters without which two binders of a DTO refuse every request. */
export interface UriNames {
  readonly uri: readonly string[]
  readonly all: readonly string[]
}

/** The required route parameters of the DTOs in a module, for those that have any. */
export function uriNamesOf(module: DtoModule): ReadonlyMap<string, UriNames> {
  const found = new Map<string, UriNames>()
  for (const dto of module.dtos) {
    if (boundFields(dto, 'uri').length === 0) continue
    const [uri, all] = [requiredNames(module, dto, 'uri'), requiredNames(module, dto, 'all')]
    if (uri.length + all.length > 0) found.set(dto.name, { uri, all })
  }
  return found
}

/** The route parameters without which a binder refuses every request. */
export function requiredNames(
  module: DtoModule,
  dto: ObjectType,
  source: BinderUse['source'],
): readonly string[] {
  if ((source !== 'uri' && source !== 'all') || !sourcesOf({ source }, dto).includes('uri')) return []
  const shared = sharedKeys({ use: { source }, dto, source: 'uri' })
  const kind = { ...usualKind(dto), source: 'uri', scope: new ModuleScope(module) } as const
  return boundFields(dto, 'uri').flatMap((one) => {
    const { field, binding } = one
    // An absent list is empty.
    const isEmpty = nonNull(field.type).kind === 'list' && !binding.required
    const isRequired = !isEmpty && !shared.has(binding.key) && mustBeThere(one, kind)
    return isRequired ? [binding.key] : []
  })
}
