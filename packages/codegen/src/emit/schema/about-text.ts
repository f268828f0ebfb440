import type { ObjectType } from '../../model/dto.ts'
import { literal } from '../text/literal.ts'

/** The comment of a DTO as options of its shape. */
export function aboutText({
  description,
  notes = [],
}: Pick<ObjectType, 'description' | 'notes'>): readonly string[] {
  const texts = notes.map(([keyword, value]) => `${keyword}: ${literal(value)}`)
  return description === '' ? texts : [`description: ${literal(description)}`, ...texts]
}
