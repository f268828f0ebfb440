import { nearestName } from '@ctxgen/core/nearest-name'
import { catalog } from '../../diagnostics/catalog.ts'
import { type FieldType, nonNull, type TransformStep, transformSteps } from '../../model/field-type.ts'
import type { LocatedTag } from './comment-tags.ts'
import { describeType } from './describe-type.ts'
import type { TagRun } from './tag-run.ts'

/** Applies `@transform trim,lower` to a text, or to the texts of a list. */
export function withTransform(
  type: FieldType,
  tags: readonly LocatedTag[],
  { name, run }: { readonly name: string; readonly run: TagRun },
): FieldType {
  const tag = tags.findLast((one) => one.name === 'transform')
  if (tag === undefined) return type
  const transform = stepsOf(tag, run)
  const target = nonNull(type)
  if (isText(target)) return transformedText(type, transform)
  if (target.kind !== 'list' || !isText(target.element)) {
    run.report(catalog.transformMisfit, tag.span, name, describeType(type))
    return type
  }
  const list: FieldType = { ...target, element: transformedText(target.element, transform) }
  return type.kind === 'nullable' ? { kind: 'nullable', of: list } : list
}

function stepsOf(tag: LocatedTag, run: TagRun): readonly TransformStep[] {
  const words = tag.text.split(',').map((word) => word.trim())
  for (const word of words) {
    if (!isStep(word)) run.report(catalog.unknownStep, tag.span, word, nearestName(word, transformSteps))
  }
  if (words.includes('lower') && words.includes('upper'))
    run.report(catalog.badWord, tag.span, tag.name, tag.text, 'lower or upper, not both')
  return words.filter(isStep)
}

function isStep(word: string): word is TransformStep {
  return transformSteps.some((step) => step === word)
}

function isText(type: FieldType): boolean {
  const target = nonNull(type)
  return target.kind === 'scalar' && target.scalar === 'string'
}

function transformedText(type: FieldType, transform: readonly TransformStep[]): FieldType {
  if (type.kind === 'nullable') return { kind: 'nullable', of: nonNull(transformedText(type.of, transform)) }
  return type.kind === 'scalar' ? { ...type, transform } : type
}
