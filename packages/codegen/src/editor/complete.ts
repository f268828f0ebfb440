import { formats } from '@ctxgen/core/rules/formats'
import { type DtoModule, declaredType } from '../model/dto.ts'
import { type FieldType, nonNull, transformSteps } from '../model/field-type.ts'
import { isTextSource, sources } from '../model/source.ts'
import { lexRules } from '../parse/tags/lex-rules.ts'
import { lexTags } from '../parse/tags/lex-tags.ts'
import type { TagNames } from '../parse/tags/tag-names.ts'
import type { CommentPlace } from './comment-place.ts'
import { type FieldPlace, fieldOf } from './model-place.ts'
import { elementType, fittingRules, namesProperties, ruleDoc, takesParameter } from './rule-docs.ts'
import { tagDocs } from './tag-docs.ts'
import { typedWord } from './typed-word.ts'

/** A word that an editor offers. */
export interface Completion {
  readonly label: string
  readonly kind: 'tag' | 'rule' | 'word' | 'property'
  /** Markdown. */
  readonly documentation?: string
  /** Default: the label. */
  readonly insert?: string
  /** The number of characters before the position that it replaces. */
  readonly replaces: number
}

type Offer = Omit<Completion, 'replaces'>

/** The words that may stand at a position in a comment. */
export function complete(
  place: CommentPlace,
  module: DtoModule | undefined,
  names: TagNames,
): readonly Completion[] {
  const before = place.text.slice(0, place.offset)
  const found = fieldOf(place.owner, module)
  const word = typedWord(before)
  if (/[\s*]@$/.test(before.slice(0, before.length - word.length)))
    return offered(tagsFor(place, found), word)
  const tag = lexTags(before, 0, names).tags.at(-1)
  if (tag === undefined) return []
  const text = before.slice(tag.end)
  return offered(wordsFor(tag.name, text, found), word)
}

function offered(offers: readonly Offer[], typed: string): readonly Completion[] {
  return offers.map((offer) => ({ ...offer, replaces: typed.length }))
}

function tagsFor({ isOfMember }: CommentPlace, found: FieldPlace | undefined): readonly Offer[] {
  const other = isOfMember ? 'types' : 'properties'
  return Object.entries(tagDocs).flatMap(([label, { text, on, fits }]) => {
    const isFit = on !== other && (found === undefined || fits === undefined || fits(found.field.type))
    return isFit ? [{ label, kind: 'tag' as const, documentation: text }] : []
  })
}

/** @param text between the tag's name and the position */
function wordsFor(tag: string, text: string, found: FieldPlace | undefined): readonly Offer[] {
  const type = found?.field.type
  if (tag === 'validate') return rulesFor(text, found)
  if (sources.some((one) => one === tag) || tag === 'body') {
    return text.at(-1 - typedWord(text).length) === ',' ? optionsFor(tag, type) : []
  }
  switch (tag) {
    case 'missing':
      return words('error', 'zero')
    case 'unknown':
      return words('error', 'drop')
    case 'bindingSource':
      return words('uri', 'body', 'query', 'header', 'cookie')
    case 'transform':
      return words(...transformSteps)
    case 'format':
      return words(...Object.keys(formats))
    case 'type':
      return words(...scalarsFor(type))
    case 'default':
    case 'example':
      return type === undefined ? [] : words(...valuesOf(type))
    default:
      return []
  }
}

function words(...labels: readonly string[]): readonly Offer[] {
  return labels.map((label) => ({ label, kind: 'word' as const }))
}

function optionsFor(tag: string, type: FieldType | undefined): readonly Offer[] {
  const isText = sources.some((one) => one === tag && isTextSource(one))
  const isList = type === undefined || nonNull(type).kind === 'list'
  return words('required', ...(isText && isList ? ['csv', 'pipe', 'ssv'] : []), ...(isText ? ['json'] : []))
}

/** The rules at the end of a text of rules. */
function rulesFor(text: string, found: FieldPlace | undefined): readonly Offer[] {
  const groups = lexRules(text)
  const word = groups.at(-1)?.words.at(-1)?.text ?? ''
  const [name = ''] = word.split('=', 1)
  if (word !== name) return namesProperties(name) ? propertiesFor(found) : []
  const dives = groups.filter((group) => group.words[0]?.text === 'dive').length
  let type = found?.field.type
  for (let i = 0; i < dives; i++) type = elementType(type)
  const isMany = type === undefined || elementType(type) !== undefined
  return [
    ...fittingRules(type).map((label) => ruleOffer(label)),
    ...words('omitempty', ...(isMany ? ['dive'] : [])),
  ]
}

function ruleOffer(label: string): Offer {
  const documentation = ruleDoc(label)
  return {
    label,
    kind: 'rule',
    ...(documentation && { documentation }),
    ...(takesParameter(label) && { insert: `${label}=` }),
  }
}

function propertiesFor(found: FieldPlace | undefined): readonly Offer[] {
  return (found?.object.fields ?? [])
    .filter((one) => one !== found?.field)
    .map((one) => ({ label: one.name, kind: 'property' as const, documentation: `\`${declaredType(one)}\`` }))
}

function scalarsFor(type: FieldType | undefined): readonly string[] {
  const of = type && nonNull(type)
  const isBig = of?.kind === 'scalar' && of.scalar === 'bigint'
  return isBig
    ? ['int64', 'uint64']
    : ['int', 'int8', 'int16', 'int32', 'uint', 'uint8', 'uint16', 'uint32', 'float32', 'float64']
}

/** The values of a type that has few. */
function valuesOf(type: FieldType): readonly string[] {
  const of = nonNull(type)
  if (of.kind === 'literals') return of.values.map(String)
  if (of.kind === 'list') return valuesOf(of.element)
  return of.kind === 'scalar' && of.scalar === 'boolean' ? ['true', 'false'] : []
}
