import type { DtoModule, ObjectType, UnknownKeys } from './dto.ts'

/**
 * The setting for unknown keys that an object does not take from the object around it: its own, or that of the app for a
 * DTO without one in a source where others have it.
 */
export function ownUnknown(object: ObjectType, module: DtoModule): UnknownKeys | 'app' | undefined {
  if (object.unknown !== undefined || !isOwnDto(object)) return object.unknown
  const all = [...module.dtos, ...module.objects, ...module.bodies]
  return all.some(({ unknown }) => unknown !== undefined) ? 'app' : undefined
}

/** Whether an object refuses unknown keys, inside another that does or does not. */
export function isStrictInside(object: ObjectType, isStrict: boolean): boolean {
  if (object.unknown !== undefined) return object.unknown === 'error'
  return isStrict && !isOwnDto(object)
}

function isOwnDto({ from, isExported, isSent, bindings, fields }: ObjectType): boolean {
  const isTagged = isSent || bindings.length > 0 || fields.some((field) => field.bindings.length > 0)
  return from !== undefined || (isExported && isTagged)
}
