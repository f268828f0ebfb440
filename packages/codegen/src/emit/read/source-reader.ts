import type { Field, ObjectType } from '../../model/dto.ts'
import type { FormatPlan } from '../../plan/dto-plan.ts'
import type { SourcePlan } from '../../plan/source-plan.ts'
import { sourceWords } from '../../plan/words.ts'
import { type Code, code, type FunctionBody } from '../text/code.ts'
import type { FunctionText, ModuleScope } from '../text/module-scope.ts'
import { resultType } from '../text/source-words.ts'
import { block } from '../text/statements.ts'
import { absentMembers } from './absent-text.ts'
import { namedBody } from './named-values.ts'
import { pairsBody } from './pairs.ts'
import { at } from './reader-names.ts'
import { resultOf, statementsOf } from './result.ts'
import { xmlBody } from './xml.ts'

/** The function that reads the properties of a DTO from one source, piece by piece. */
export function sourceReader(plan: SourcePlan, scope: ModuleScope): Code {
  const all = plan.fields.map(({ field }) => field)
  return reader(sourceWords[plan.source][0], plan.object, all, scope, () => sourceBody(plan, scope))
}

/** {@link sourceReader} for the one place that reads the source. */
export function onlySourceReader(plan: SourcePlan, scope: ModuleScope): FunctionText {
  return { parameters: at, body: sourceBody(plan, scope) }
}

function sourceBody(plan: SourcePlan, scope: ModuleScope): FunctionBody {
  switch (plan.source) {
    case 'xml':
      return xmlBody(plan, scope)
    case 'query':
    case 'form':
    case 'cookie':
      return pairsBody(plan, plan.source, scope)
    default:
      return namedBody(plan, scope)
  }
}

/** {@link sourceReader} for a body format; properties that only other formats have are absent. */
export function bodyReader(plan: SourcePlan, { others, missed }: FormatPlan, scope: ModuleScope): Code {
  const { object, source } = plan
  const own = sourceReader(plan, scope)
  const members = absentMembers(missed, object, scope)
  if (members.length === 0) return own
  const fields = [...plan.fields.map(({ field }) => field), ...others]
  return reader(`${sourceWords[source][0]}Body`, object, fields, scope, () =>
    resultOf(members, resultType(object, fields, scope), scope, code`${own}(at)`),
  )
}

function reader(
  words: string,
  dto: ObjectType,
  fields: readonly Field[],
  scope: ModuleScope,
  bodyOf: () => FunctionBody,
): Code {
  const wanted = `read${words}${dto.name}`
  return scope.function(wanted, `source ${wanted}`, (name) => {
    const type = resultType(dto, fields, scope)
    const parameters = [code`at: ${scope.use('Reading')}`]
    return [block(code`function ${name}(${parameters}): ${type} {`, statementsOf(bodyOf()))]
  })
}
