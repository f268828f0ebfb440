import { catalog } from '../diagnostics/catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import { noFilesIn, noOpenKeys, notInText, type Unbindable } from '../diagnostics/unbindable.ts'
import { type BoundField, boundFields, readsIndex } from '../model/bound-fields.ts'
import { type DtoModule, declaredType, type Field, type ObjectType } from '../model/dto.ts'
import {
  type FieldType,
  isOnlyNull,
  isSingle,
  type LiteralValue,
  nonNull,
  partsOf,
} from '../model/field-type.ts'
import { type Source, textSources } from '../model/source.ts'
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

function bigOrNot(source: Source): string {
  return `text does not tell a number from a bigint in ${source}`
}

function noKind(source: Source): string {
  return `text in ${source} does not tell the types of a union apart`
}

function whyNoText(type: FieldType, inList: boolean, source: Source): string | undefined {
  switch (type.kind) {
    case 'list':
      return `${source} cannot represent lists of lists`
    case 'tuple':
      if (inList) return `${source} cannot represent lists of tuples`
      if (type.required < type.elements.length)
        return `${source} cannot represent optional elements of a tuple`
      return partsOf(type).every(isSingle)
        ? undefined
        : `the elements of a tuple must be single values in ${source}`
    case 'record':
      if (inList || !canNest(source)) return `${source} cannot represent records here`
      return isSingle(type.value) ? undefined : `the values of a record must be single values in ${source}`
    case 'union':
      return type.tag === 'kind' ? noKind(source) : `${source} cannot represent unions of objects`
    case 'recursive':
      return noKind(source)
    case 'unknown':
      return `text in ${source} does not tell its type`
    case 'bytes':
      return `${source} cannot represent bytes`
    case 'scalar':
      return type.scalar === 'number | bigint' ? bigOrNot(source) : undefined
    case 'literals':
      return isOnlyNull(type) ? `${source} cannot represent null` : whyOneText(type.values, source)
    default:
      return undefined
  }
}

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
