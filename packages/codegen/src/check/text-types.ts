import { catalog } from '../diagnostics/catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import { noFilesIn, noOpenKeys, notInText, type Unbindable } from '../diagnostics/unbindable.ts'
import { type BoundField, boundFields, readsIndex } from '../model/bound-fields.ts'
import { byKind } from '../model/by-kind.ts'
import { type DtoModule, declaredType, type Field, type ObjectType } from '../model/dto.ts'
import { type FieldType, isOnlyNull, isSingle, type LiteralValue, nonNull } from '../model/field-type.ts'
import { type Source, textSources } from '../model/source.ts'
import { partsOf } from '../model/type-parts.ts'
import { SourceWalk } from './source-walk.ts'

/** Text sources hold single values and lists of them; keys of a query or form also nest objects and records. */
export function checkTextTypes(dto: ObjectType, module: DtoModule): readonly Diagnostic[] {
  return textSources.flatMap((source) => [
    ...checkFields(boundFields(dto, source), new SourceWalk(source, module)),
    ...(dto.index !== undefined && readsIndex(dto, source) ? [noKeys(dto.index, source)] : []),
  ])
}

function noKeys(field: Field, source: Source): Diagnostic {
  return diagnose(catalog.unbindableType, field.span, field.name, declaredType(field), noOpenKeys(source))
}

function checkFields(fields: readonly BoundField[], walk: SourceWalk): readonly Diagnostic[] {
  return fields.flatMap(({ field, binding }) => {
    if (binding.format === 'json') return []
    const type = nonNull(field.type)
    const element = type.kind === 'list' ? nonNull(type.element) : type
    if (element.kind === 'object' && canNest(walk.source)) {
      if (walk.indexOf(element.name) !== undefined) return [noKeys(field, walk.source)]
      if (!walk.isEmpty(element.name)) return checkFields(walk.enter(element.name), walk)
      const none = notInText(`${walk.source} cannot represent an empty object`, walk.source, binding.key)
      return [diagnose(catalog.unbindableType, field.span, field.name, declaredType(field), none)]
    }
    if (element.kind === 'object')
      return [diagnose(catalog.nestedInText, field.span, field.name, walk.source)]
    const why = whyNot(element, type.kind === 'list', walk.source, binding.key)
    if (why === undefined) return []
    return [diagnose(catalog.unbindableType, field.span, field.name, declaredType(field), why)]
  })
}

function canNest(source: Source): boolean {
  return source === 'query' || source === 'form'
}

function whyNot(type: FieldType, inList: boolean, source: Source, key: string): Unbindable | undefined {
  if (type.kind === 'file') return source === 'form' ? undefined : noFilesIn(source)
  const reason = whyNoText(type, inList, source)
  return reason === undefined ? undefined : notInText(reason, source, key)
}

const noKind = (_: FieldType, __: boolean, source: Source): string =>
  `text in ${source} does not tell the types of a union apart`

const whyNoText: (type: FieldType, inList: boolean, source: Source) => string | undefined = byKind({
  list: (_, __, source) => `${source} cannot represent lists of lists`,
  tuple: (type, inList, source) => {
    if (inList) return `${source} cannot represent lists of tuples`
    if (type.required < type.elements.length) return `${source} cannot represent optional elements of a tuple`
    const isPlain = partsOf(type).every(isSingle)
    return isPlain ? undefined : `the elements of a tuple must be single values in ${source}`
  },
  record: ({ value }, inList, source) => {
    if (inList || !canNest(source)) return `${source} cannot represent records here`
    return isSingle(value) ? undefined : `the values of a record must be single values in ${source}`
  },
  union: (type, inList, source) =>
    type.tag === 'kind' ? noKind(type, inList, source) : `${source} cannot represent unions of objects`,
  recursive: noKind,
  unknown: (_, __, source) => `text in ${source} does not tell its type`,
  bytes: (_, __, source) => `${source} cannot represent bytes`,
  scalar: ({ scalar }, _, source) =>
    scalar === 'number | bigint' ? `text does not tell a number from a bigint in ${source}` : undefined,
  literals: (type, _, source) =>
    isOnlyNull(type) ? `${source} cannot represent null` : whyOneText(type.values, source),
  template: undefined,
  class: undefined,
  // Checked before, by the walk over the properties.
  object: undefined,
  file: undefined,
  nullable: undefined,
})

/** Two values that one text stands for, as `1 | '1'`. */
function whyOneText(values: readonly LiteralValue[], source: Source): string | undefined {
  for (const one of values) {
    const texts = textsOf(one)
    const other = values.find(
      (value) => typeof value !== typeof one && texts.some((text) => reads(value, text)),
    )
    if (other !== undefined)
      return `text in ${source} does not tell ${shownLiteral(one)} from ${shownLiteral(other)}`
  }
  return undefined
}

const textsOfTrue = ['1', 't', 'T', 'TRUE', 'true', 'True', 'on']
const textsOfFalse = ['0', 'f', 'F', 'FALSE', 'false', 'False']

function textsOf(value: LiteralValue): readonly string[] {
  if (typeof value === 'boolean') return value ? textsOfTrue : textsOfFalse
  return [String(value)]
}

/** Whether binders read a text as a value. */
function reads(value: LiteralValue, text: string): boolean {
  if (typeof value === 'bigint') return /^-?\d+$/.test(text) && BigInt(text) === value
  if (typeof value === 'number')
    return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) && Number(text) === value
  return textsOf(value).includes(text)
}

function shownLiteral(value: LiteralValue): string {
  return typeof value === 'bigint' ? `${value}n` : JSON.stringify(value)
}
