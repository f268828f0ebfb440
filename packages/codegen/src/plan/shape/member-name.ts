import { isInherited } from '../../model/inherited-name.ts'
import type { ShapeMember } from './shape-type.ts'

/**
 * The name of a member in a generated shape. A trailing `?` marks an optional one, a trailing `!` a required one whose key
 * ends with a mark, is inherited by objects, or would be sorted first.
 */
export function memberName({ key, isRequired }: Pick<ShapeMember, 'key' | 'isRequired'>): string {
  if (!isRequired) return `${key}?`
  return /[?!]$|^\d+$/.test(key) || isInherited(key) ? `${key}!` : key
}
