import type { DtoModule } from '../../model/dto.ts'
import { type FieldType, nonNull } from '../../model/field-type.ts'
import { partsOf } from '../../model/type-parts.ts'
import type { RulePlace } from './place.ts'

/** Whether a body may hold the value any number of times: it or its object is in a list or a record. */
export function isRepeated({ isElement, owner, module }: RulePlace): boolean {
  return isElement || repeatedObjects(module).has(owner.name)
}

function repeatedObjects(module: DtoModule): ReadonlySet<string> {
  const objects = [...module.dtos, ...module.objects]
  const found = new Set<string>()
  const values = module.bodies.map(({ value }) => value)
  const queue = [...objects.flatMap(({ fields }) => fields), ...values].flatMap(({ type }) =>
    namesIn(type, false),
  )
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name)) continue
    found.add(name)
    const object = objects.find((one) => one.name === name)
    queue.push(...(object?.fields.flatMap(({ type }) => namesIn(type, true)) ?? []))
  }
  return found
}

/** Names of the objects in lists or records of a type. @param isInside whether the type itself is in one */
function namesIn(type: FieldType, isInside: boolean): readonly string[] {
  const target = nonNull(type)
  if (target.kind === 'object') return isInside ? [target.name] : []
  const isMany = isInside || target.kind === 'list' || target.kind === 'record' || target.kind === 'tuple'
  return partsOf(target).flatMap((part) => namesIn(part, isMany))
}
