import { catalog } from '../diagnostics/catalog.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { type BoundField, boundFields, memberFields } from '../model/bound-fields.ts'
import { type DtoModule, declaredType, type ObjectType } from '../model/dto.ts'
import { type FieldType, nonNull } from '../model/field-type.ts'
import type { Source } from '../model/source.ts'

const decoded: readonly Source[] = ['json', 'xml', 'msgpack', 'cbor']

/** What a body cannot hold: files come in multipart forms only, and XML has text and elements. */
export function checkBodyTypes(dto: ObjectType, module: DtoModule): readonly Diagnostic[] {
  return decoded.flatMap((source) =>
    checkFields(boundFields(dto, source), { source, module, seen: new Set() }),
  )
}

interface Walk {
  readonly source: Source
  readonly module: DtoModule
  readonly seen: Set<string>
}

function checkFields(fields: readonly BoundField[], walk: Walk): readonly Diagnostic[] {
  return fields.flatMap(({ field }) => {
    const type = nonNull(field.type)
    const element = type.kind === 'list' ? nonNull(type.element) : type
    const reason = whyNot(element, type.kind === 'list', walk.source)
    const here =
      reason === undefined
        ? []
        : [diagnose(catalog.unbindableType, field.span, field.name, declaredType(field), reason)]
    return walk.source === 'xml' && element.kind === 'object'
      ? [...here, ...checkMembers(element.name, walk)]
      : here
  })
}

function checkMembers(name: string, walk: Walk): readonly Diagnostic[] {
  const object = walk.module.objects.find((one) => one.name === name)
  if (object === undefined || walk.seen.has(name)) return []
  walk.seen.add(name)
  return checkFields(memberFields(object, walk.source), walk)
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
