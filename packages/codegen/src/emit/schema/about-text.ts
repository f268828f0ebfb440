import type { Exactness } from '../../model/bound-fields.ts'
import type { ObjectType } from '../../model/dto.ts'
import { type Code, code } from '../text/code.ts'

/** The comment of a DTO as options of its shape. */
export function aboutText({
  description,
  notes = [],
}: Pick<ObjectType, 'description' | 'notes'>): readonly Code[] {
  const texts = notes.map(([keyword, value]) => code`${code.key(keyword)}: ${value}`)
  return description === '' ? texts : [code`description: ${description}`, ...texts]
}

const exact: Readonly<Record<Exactness, readonly Code[]>> = {
  all: [code`isExact: true`],
  written: [code`isExact: 'written'`],
  none: [],
}

/** The option of a shape for integers beyond 2^53. */
export function exactOptions(exactness: Exactness): readonly Code[] {
  return exact[exactness]
}
