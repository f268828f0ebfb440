import { boundFields } from '../../model/bound-fields.ts'
import type { DtoModule, ObjectType } from '../../model/dto.ts'
import { ModuleTypes } from '../../model/module-types.ts'
import { usualKind } from '../../plan/shape/shape-kind.ts'
import { mustBeInText } from '../../plan/shape/shape-members.ts'
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
  const kind = { ...usualKind(dto), source: 'uri', types: new ModuleTypes(module) } as const
  return boundFields(dto, 'uri').flatMap((one) => {
    const { key } = one.binding
    return !shared.has(key) && mustBeInText(one, kind) ? [key] : []
  })
}
