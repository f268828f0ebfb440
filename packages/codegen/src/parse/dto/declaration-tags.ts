import type { ts } from 'ts-morph'
import { catalog } from '../../diagnostics/catalog.ts'
import type { UnknownKeys } from '../../model/dto.ts'
import { type BindingSource, bodySources, defaultOrder } from '../../model/source.ts'
import { isForeignPath } from '../project/foreign-path.ts'
import { type LocatedTags, tagsBefore } from '../tags/comment-tags.ts'
import type { TagRun } from '../tags/tag-run.ts'
import { type ExportedType, isTypeDeclaration } from '../types/exported-types.ts'
import type { TypeRun } from '../types/type-run.ts'
import { openIndexOf } from './parse-index.ts'
import type { ParseRun } from './parse-run.ts'

/* The tags of an interface or an alias, and what they set. */

/** Whether the type or one of its properties has a source tag or `@response`. */
export function isDto({ type, symbol }: ExportedType, run: TagRun): boolean {
  const { names } = run
  if (tagsOf(symbol, run).tags.some((tag) => names.makesDto(tag.name))) return true
  return type.getProperties().some((property) => {
    const declaration = property.declarations?.[0]
    return declaration && tagsBefore(declaration, run).tags.some((tag) => names.makesDto(tag.name))
  })
}

/** Whether it has the tag of a body, or is sent. */
export function isBody({ symbol }: ExportedType, run: TagRun): boolean {
  return tagsOf(symbol, run).tags.some(
    ({ name }) => name === 'body' || name === 'response' || bodySources.some((one) => one === name),
  )
}

/** The tags of all merged declarations. */
export function tagsOf(symbol: ts.Symbol | undefined, run: TagRun): LocatedTags {
  const all = (symbol?.declarations ?? []).filter(isTypeDeclaration).map((node) => tagsBefore(node, run))
  return {
    description: all.find((one) => one.description !== '')?.description ?? '',
    tags: all.flatMap((one) => one.tags),
  }
}

/** Reports tags of properties. */
export function reportMisplaced({ tags }: LocatedTags, run: TagRun): void {
  for (const { name, span, text } of tags) {
    const isOfProperty = run.names.isOfProperty(name, text)
    // In a package they are of other tools.
    const isRead = !run.names.isRule(name) || name === 'validate' || !isForeignPath(span.path, run.cwd)
    if (isOfProperty && isRead) run.report(catalog.misplacedTag, span, name, 'an interface')
  }
}

/** Whether it has `@response`. */
export function isSent({ tags }: LocatedTags, run: TagRun): boolean {
  const tag = tags.find(({ name }) => name === 'response')
  if (tag !== undefined && !/^(-(\s|$)|$)/.test(tag.text))
    run.report(catalog.tagText, tag.span, tag.text, tag.name)
  return tag !== undefined
}

/** `@missing`, else the option. */
export function missingOf({ tags }: LocatedTags, run: ParseRun): 'error' | 'zero' {
  const tag = tags.findLast((one) => one.name === 'missing')
  if (tag === undefined) return run.missing
  if (tag.text === 'zero' || tag.text === 'error') return tag.text
  run.report(catalog.badWord, tag.span, 'missing', tag.text, 'error or zero')
  return run.missing
}

/** `@unknown`. @param type of an object */
export function unknownOf({ tags }: LocatedTags, run: TypeRun, type?: ts.Type): UnknownKeys | undefined {
  const tag = tags.findLast((one) => one.name === 'unknown')
  if (tag === undefined) return undefined
  const { text, span } = tag
  const isOpen = type !== undefined && openIndexOf(type, run.checker) !== undefined
  if (isOpen) run.report(catalog.misplacedTag, span, tag.name, 'an object with an index signature')
  if (text === 'error' || text === 'drop') return isOpen ? undefined : text
  run.report(catalog.badWord, span, tag.name, text, 'error or drop')
  return undefined
}

/** `@bindingSource`, else the default. */
export function orderOf({ tags }: LocatedTags, run: TagRun): readonly BindingSource[] {
  const tag = tags.findLast((one) => one.name === 'bindingSource')
  if (tag === undefined) return defaultOrder
  const words = tag.text.split(',').map((word) => word.trim())
  const order = words.flatMap((word) => defaultOrder.find((source) => source === word) ?? [])
  const wrong = words.find((word, i) => order.every((source) => source !== word) || words.indexOf(word) !== i)
  if (wrong !== undefined) {
    run.report(
      catalog.badWord,
      tag.span,
      'bindingSource',
      wrong,
      `one of ${defaultOrder.join(', ')}, each at most once`,
    )
  }
  return order
}
