import { boundFields } from '../model/bound-fields.ts'
import type { Field, ObjectType } from '../model/dto.ts'
import { emitNamedPart } from './emit-named-values.ts'
import { missedMembers } from './emit-object-reader.ts'
import { emitPairsPart } from './emit-pairs.ts'
import { emitResult } from './emit-result.ts'
import { emitXmlPart } from './emit-xml.ts'
import type { ModuleScope } from './module-scope.ts'
import { resultType, sourceWords } from './source-words.ts'

/** What is not decoded as a whole, but read piece by piece. */
export type PieceSource = 'uri' | 'query' | 'header' | 'respHeader' | 'cookie' | 'form' | 'xml'

/** The function that reads what one source has of a DTO. */
export function sourceReader(dto: ObjectType, source: PieceSource, scope: ModuleScope): string {
  const fields = boundFields(dto, source)
  const all = fields.map(({ field }) => field)
  return reader(`read${sourceWords[source][0]}${dto.name}`, dto, all, scope, () => {
    if (source === 'xml') emitXmlPart(dto, fields, scope)
    else if (source === 'query' || source === 'form' || source === 'cookie')
      emitPairsPart(dto, fields, source, scope)
    else emitNamedPart(dto, fields, source, scope)
  })
}

/** The same for a format of a body, with the properties that only other formats hold, which are absent. */
export function bodyReader(
  dto: ObjectType,
  source: 'form' | 'xml',
  others: readonly Field[],
  scope: ModuleScope,
): string {
  const own = sourceReader(dto, source, scope)
  const missed = missedMembers(dto, source, others, scope)
  if (missed.length === 0) return own
  const fields = [...boundFields(dto, source).map(({ field }) => field), ...others]
  return reader(`read${sourceWords[source][0]}Body${dto.name}`, dto, fields, scope, () =>
    emitResult(missed, '', scope, `${own}(at)`),
  )
}

function reader(
  wanted: string,
  dto: ObjectType,
  fields: readonly Field[],
  scope: ModuleScope,
  emitBody: () => void,
): string {
  return scope.function(wanted, `source ${wanted}`, (name) => {
    const type = resultType(dto, fields, scope)
    scope.writer.list(`function ${name}(`, [`at: ${scope.use('Reading')}`], `): ${type} {`)
    scope.writer.indented(emitBody)
    scope.writer.line('}')
  })
}
