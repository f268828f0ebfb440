import { boundFields } from '../../model/bound-fields.ts'
import type { Field, ObjectType } from '../../model/dto.ts'
import { sourceWords } from '../../plan/words.ts'
import { type Code, code, type FunctionBody } from '../text/code.ts'
import type { FunctionText, ModuleScope } from '../text/module-scope.ts'
import { resultType } from '../text/source-words.ts'
import { block } from '../text/statements.ts'
import { namedBody } from './named-values.ts'
import { missedMembers } from './object-reader.ts'
import { pairsBody } from './pairs.ts'
import { at } from './reader-names.ts'
import { resultOf, statementsOf } from './result.ts'
import { xmlBody } from './xml.ts'

/** A source that is read piece by piece; others are decoded as a whole. */
export type PieceSource = 'uri' | 'query' | 'header' | 'respHeader' | 'cookie' | 'form' | 'xml'

/** The function that reads the properties of a DTO from one source. */
export function sourceReader(dto: ObjectType, source: PieceSource, scope: ModuleScope): Code {
  const all = boundFields(dto, source).map(({ field }) => field)
  return reader(`read${sourceWords[source][0]}${dto.name}`, dto, all, scope, () =>
    sourceBody(dto, source, scope),
  )
}

/** {@link sourceReader} for the one place that reads the source. */
export function onlySourceReader(dto: ObjectType, source: PieceSource, scope: ModuleScope): FunctionText {
  return { parameters: at, body: sourceBody(dto, source, scope) }
}

function sourceBody(dto: ObjectType, source: PieceSource, scope: ModuleScope): FunctionBody {
  const fields = boundFields(dto, source)
  if (source === 'xml') return xmlBody(dto, fields, scope)
  if (source === 'query' || source === 'form' || source === 'cookie')
    return pairsBody(dto, fields, source, scope)
  return namedBody(dto, fields, source, scope)
}

/** {@link sourceReader} for a body format; properties that only other formats have are absent. */
export function bodyReader(
  dto: ObjectType,
  source: 'form' | 'xml',
  others: readonly Field[],
  scope: ModuleScope,
): Code {
  const own = sourceReader(dto, source, scope)
  const missed = missedMembers(dto, source, others, scope)
  if (missed.length === 0) return own
  const fields = [...boundFields(dto, source).map(({ field }) => field), ...others]
  return reader(`read${sourceWords[source][0]}Body${dto.name}`, dto, fields, scope, () =>
    resultOf(missed, resultType(dto, fields, scope), scope, code`${own}(at)`),
  )
}

function reader(
  wanted: string,
  dto: ObjectType,
  fields: readonly Field[],
  scope: ModuleScope,
  bodyOf: () => FunctionBody,
): Code {
  return scope.function(wanted, `source ${wanted}`, (name) => {
    const type = resultType(dto, fields, scope)
    const parameters = [code`at: ${scope.use('Reading')}`]
    return [block(code`function ${name}(${parameters}): ${type} {`, statementsOf(bodyOf()))]
  })
}
