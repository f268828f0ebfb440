import { catalog } from '../diagnostics/catalog.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { type BoundField, boundFields } from '../model/bound-fields.ts'
import { type DtoModule, declaredType, type ObjectType } from '../model/dto.ts'
import { type FieldType, nonNull } from '../model/field-type.ts'
import type { Source } from '../model/source.ts'
import { SourceWalk } from './source-walk.ts'

const decoded: readonly Source[] = ['json', 'xml', 'msgpack', 'cbor']

/** What a body cannot hold: files come in multipart forms only, and XML has text and elements. */
export function checkBodyTypes(dto: ObjectType, module: DtoModule): readonly Diagnostic[] {
  return decoded.flatMap((source) => checkFields(boundFields(dto, source), new SourceWalk(source, module)))
}

function checkFields(fields: readonly BoundField[], walk: SourceWalk): readonly Diagnostic[] {
  return fields.flatMap(({ field }) => {
    const type = nonNull(field.type)
    const element = type.kind === 'list' ? nonNull(type.element) : type
    const reason = whyNot(element, type.kind === 'list', walk.source)
    const here =
      reason === undefined
        ? []
        : [diagnose(catalog.unbindableType, field.span, field.name, declaredType(field), reason)]
    return walk.source === 'xml' && element.kind === 'object'
      ? [...here, ...checkFields(walk.enter(element.name), walk)]
      : here
  })
}

function whyNot(type: FieldType, inList: boolean, source: Source): string | undefined {
  if (type.kind === 'file') return `${source} holds no files`
  if (source !== 'xml') return undefined
  switch (type.kind) {
    case 'list':
      return inList ? 'lists of lists have no notation in xml' : undefined
    case 'tuple':
      return 'a tuple has no notation in xml'
    case 'record':
      return 'a record has no notation in xml'
    case 'union':
      return 'a union of objects has no notation in xml'
    case 'bytes':
      return 'bytes have no notation in xml'
    default:
      return undefined
  }
}
