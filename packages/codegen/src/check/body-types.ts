import { catalog } from '../diagnostics/catalog.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { boundFields } from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'
import { nonNull } from '../model/field-type.ts'
import type { Source } from '../model/source.ts'

const decoded: readonly Source[] = ['json', 'xml', 'msgpack', 'cbor']

/** Files come in multipart forms and in no other body. */
export function checkBodyTypes(dto: ObjectType): readonly Diagnostic[] {
  return decoded.flatMap((source) =>
    boundFields(dto, source).flatMap(({ field }) => {
      const type = nonNull(field.type)
      const element = type.kind === 'list' ? nonNull(type.element) : type
      if (element.kind !== 'file') return []
      return [
        diagnose(
          catalog.unbindableType,
          field.span,
          field.name,
          field.declaration,
          `${source} holds no files`,
        ),
      ]
    }),
  )
}
