import { catalog } from '../../diagnostics/catalog.ts'
import type { Example, SchemaNote } from '../../model/dto.ts'
import { type FieldType, isKindUnion, nonNull } from '../../model/field-type.ts'
import { isForeignPath } from '../project/foreign-path.ts'
import type { LocatedTag } from './comment-tags.ts'
import { describeType } from './describe-type.ts'
import { fittingTypes, parseDefault } from './parse-default.ts'
import type { TagRun } from './tag-run.ts'

type PlacedTag = Pick<LocatedTag, 'name' | 'text' | 'span'>

/** The tags that only a JSON Schema uses: `@title` and `@deprecated`. */
export function schemaNotes(tags: readonly PlacedTag[]): readonly SchemaNote[] {
  const textOf = (name: string): string | undefined => tags.find((tag) => tag.name === name)?.text
  const title = textOf('title')
  return [
    ...(title === undefined || title === '' ? [] : [['title', title] as const]),
    ...(textOf('deprecated') === undefined ? [] : [['deprecated', true] as const]),
  ]
}

/** The examples of a property that are values; an invalid one gets a warning. Those of packages are prose. */
export function readExamples(
  tags: readonly PlacedTag[],
  type: FieldType,
  name: string,
  run: Pick<TagRun, 'cwd' | 'report'>,
): readonly Example[] {
  if (!isWritten(type)) return []
  return tags
    .filter(
      ({ name: tag, text, span }) => tag === 'example' && isValue(text) && !isForeignPath(span.path, run.cwd),
    )
    .flatMap(({ text, span }) => {
      // Of several types that it fits, any will do.
      const value = parseDefault(text, type) ?? parseDefault(text, fittingTypes(text, type)[0] ?? type)
      if (value === undefined) run.report(catalog.badExample, span, name, text, describeType(type))
      return value === undefined ? [] : [{ value, span }]
    })
}

/** Text of several lines, or in backticks, is code. */
function isValue(text: string): boolean {
  return text !== '' && !/[\n`]/.test(text)
}

/** Whether a tag can hold a value of the type. */
function isWritten(type: FieldType): boolean {
  const target = nonNull(type)
  const one = target.kind === 'list' ? nonNull(target.element) : target
  return isKindUnion(one) || ['scalar', 'literals', 'template'].includes(one.kind)
}
