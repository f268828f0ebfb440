import type { SchemaNote } from '../model/dto.ts'
import { type FieldType, nonNull } from '../model/field-type.ts'
import type { LocatedTag } from './comment-tags.ts'

/** The tags of a property that only its JSON Schema uses: `@title`, `@deprecated` and each `@example`. */
export function schemaNotes(tags: readonly LocatedTag[], type: FieldType): readonly SchemaNote[] {
  const textOf = (name: string): string | undefined => tags.find((tag) => tag.name === name)?.text
  const title = textOf('title')
  const examples = tags.filter(({ name }) => name === 'example').map(({ text }) => text)
  // Several lines, or a fence, are code.
  const values = examples.filter((text) => text !== '' && !/[\n`]/.test(text))
  return [
    ...(title === undefined || title === '' ? [] : [['title', title] as const]),
    ...(textOf('deprecated') === undefined ? [] : [['deprecated', true] as const]),
    ...(values.length === 0 ? [] : [['examples', values.map((text) => exampleOf(text, type))] as const]),
  ]
}

/** An example of a number or a boolean as that, any other as its text. */
function exampleOf(text: string, type: FieldType): string | number | boolean {
  const present = nonNull(type)
  const isText = present.kind === 'scalar' && (present.scalar === 'string' || present.scalar === 'Date')
  if (isText) return text
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
}
