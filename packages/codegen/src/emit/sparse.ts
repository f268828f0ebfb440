import type { Field, ObjectType } from '../model/dto.ts'
import { isInherited } from '../model/inherited-name.ts'

/**
 * Most optional properties that are looked for one by one. Of more, what is there is taken as it comes: objects with each
 * another set of members have each another shape, and to ask many of them for what they lack takes V8 half a microsecond
 * a property. Of 50 properties that were all there, looking for each was a tenth faster.
 */
const mostLookedFor = 32

/** Whether an object has so many optional properties that it is read by what it has. */
export function isSparse({ fields }: ObjectType): boolean {
  return fields.filter(mayStayOut).length > mostLookedFor && !fields.some(({ name }) => isInherited(name))
}

function mayStayOut(field: Field): boolean {
  return field.optional && field.default === undefined
}
