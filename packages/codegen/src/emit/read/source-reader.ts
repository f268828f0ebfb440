import { boundFields } from '../../model/bound-fields.ts'
import type { Field, ObjectType } from '../../model/dto.ts'
import { sourceWords } from '../../plan/words.ts'
import type { EmittedFunction } from '../text/exported.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { resultType } from '../text/source-words.ts'
import { emitNamedPart } from './named-values.ts'
import { missedMembers } from './object-reader.ts'
import { emitPairsPart } from './pairs.ts'
import { emitResult } from './result.ts'
import { emitXmlPart } from './xml.ts'

/** A source that is read piece by piece; others are decoded as a whole. */
export type PieceSource = 'uri' | 'query' | 'header' | 'respHeader' | 'cookie' | 'form' | 'xml'

/** The function that reads the properties of a DTO from one source. */
export function sourceReader(dto: ObjectType, source: PieceSource, scope: ModuleScope): string {
  const all = boundFields(dto, source).map(({ field }) => field)
  return reader(`read${sourceWords[source][0]}${dto.name}`, dto, all, scope, () =>
    emitSource(dto, source, scope),
  )
}

/** {@link sourceReader} for the one place that reads the source. */
export function onlySourceReader(dto: ObjectType, source: PieceSource, scope: ModuleScope): EmittedFunction {
  return { parameters: 'at', emit: () => emitSource(dto, source, scope) }
}

function emitSource(dto: ObjectType, source: PieceSource, scope: ModuleScope): void {
  const fields = boundFields(dto, source)
  if (source === 'xml') emitXmlPart(dto, fields, scope)
  else if (source === 'query' || source === 'form' || source === 'cookie')
    emitPairsPart(dto, fields, source, scope)
  else emitNamedPart(dto, fields, source, scope)
}

/** {@link sourceReader} for a body format; properties that only other formats have are absent. */
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
