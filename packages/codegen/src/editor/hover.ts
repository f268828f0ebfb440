import type { ts } from 'ts-morph'
import { bindingsOf } from '../model/bound-fields.ts'
import type { DtoModule } from '../model/dto.ts'
import type { ModuleTypes } from '../model/module-types.ts'
import { lexTags } from '../parse/tags/lex-tags.ts'
import type { TagNames } from '../parse/tags/tag-names.ts'
import { planDto } from '../plan/dto-plan.ts'
import type { CommentPlace } from './comment-place.ts'
import { dtoOf, type FieldPlace, fieldOf } from './model-place.ts'
import { ruleDoc } from './rule-docs.ts'
import { tagDocs } from './tag-docs.ts'
import { typedWord } from './typed-word.ts'
import { wireText } from './wire-text.ts'

/** The meaning of a tag or a rule in a comment, as Markdown. */
export function hoverComment({ text, offset }: CommentPlace, names: TagNames): string | undefined {
  const tags = lexTags(text, 0, names).tags
  const tag = tags.findLast(({ start }) => start <= offset)
  if (tag === undefined) return undefined
  if (offset <= tag.end) {
    const doc = tagDocs[tag.name]
    return doc && `\`@${tag.name}\`: ${doc.text}`
  }
  if (tag.name !== 'validate') return undefined
  const from = offset - typedWord(text.slice(0, offset)).length
  const [word = ''] = /^\w+/.exec(text.slice(from)) ?? []
  const isName = /[\s,|]/.test(text[from - 1] ?? ' ')
  return isName ? ruleDoc(word) : undefined
}

/** How a property is sent, or which binders a DTO has, as Markdown. */
export function hoverDeclaration(
  node: ts.Node,
  module: DtoModule | undefined,
  types: ModuleTypes | undefined,
): string | undefined {
  if (module === undefined || types === undefined) return undefined
  const dto = dtoOf(node, module)
  if (dto !== undefined) {
    const { binders } = planDto(dto, types)
    return binders.length === 0 ? undefined : binders.map(({ name }) => `- \`${name}(c)\``).join('\n')
  }
  const found = fieldOf(node, module)
  if (found === undefined) return undefined
  const bindings = bindingsOf(found.object, found.field)
  const lines = bindings.map((one) => `${one.source.padEnd(10)} ${wireText(found.field, one, types)}`)
  return lines.length === 0 ? undefined : `\`\`\`text\n${lines.join('\n')}\n\`\`\`\n${absenceOf(found)}`
}

function absenceOf({ field, object }: FieldPlace): string {
  if (field.default !== undefined) return 'Absent: its default.'
  if (field.optional) return 'Absent: `undefined`.'
  return object.missing === 'zero' ? 'Absent: the zero value of its type.' : 'Absent: an issue.'
}
