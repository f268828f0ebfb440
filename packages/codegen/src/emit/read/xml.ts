import { nonNull } from '../../model/field-type.ts'
import { ownUnknown } from '../../model/unknown-keys.ts'
import { type FieldPlan, planNested, type SourcePlan } from '../../plan/source-plan.ts'
import { uncapitalized } from '../../plan/words.ts'
import { type Code, code, type FunctionBody, type Item } from '../text/code.ts'
import { listConstant } from '../text/exported.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { block } from '../text/statements.ts'
import { textReader } from '../text-readers.ts'
import { elementPlace, placeOf, valuePlace } from '../type-place.ts'
import { readsResult } from './part.ts'
import { statementsOf, withBefore } from './result.ts'

/** The body of the reader for the properties of a DTO in an XML body. */
export function xmlBody(plan: SourcePlan, scope: ModuleScope): FunctionBody {
  const xml = code`const xml = ${scope.use('xmlBody')}(at, ${keysOfXml(plan, scope)})`
  return withBefore([xml], elementsResult(plan, scope))
}

function keysOfXml({ object, fields }: SourcePlan, scope: ModuleScope): Code {
  const keys = fields.map(({ binding }) => binding.key)
  return listConstant(`${uncapitalized(object.name)}XmlKeys`, keys, scope)
}

function elementsResult(plan: SourcePlan, scope: ModuleScope): FunctionBody {
  return readsResult(plan, (one) => readValue(one, plan, scope), scope)
}

/** The expression that reads the elements of a property: `xmlValue(xml, 'age', at, asInt)`. */
function readValue(
  { field, binding }: FieldPlan,
  { object: owner, zero }: SourcePlan,
  scope: ModuleScope,
): Code {
  const type = nonNull(field.type)
  const place = placeOf(owner.name, field, scope)
  const call = (name: Code, ...more: readonly Item[]): Code =>
    code`${name}(${[code`xml`, binding.key, code`at`, ...more]})`
  if (type.kind === 'object') return call(scope.use('xmlObject'), ...objectReader(type.name, zero, scope))
  if (type.kind === 'record') {
    return call(scope.use('xmlRecord'), textReader(type.value, valuePlace(type, place), scope))
  }
  if (type.kind !== 'list') return call(scope.use('xmlValue'), textReader(type, place, scope))
  const element = nonNull(type.element)
  if (element.kind === 'object')
    return call(scope.use('xmlObjects'), ...objectReader(element.name, zero, scope))
  return call(scope.use('xmlList'), textReader(element, elementPlace(place), scope))
}

/** The function that reads a nested element, and the names of its children. */
function objectReader(typeName: string, rootZero: boolean, scope: ModuleScope): readonly Item[] {
  const object = scope.object(typeName)
  const plan = planNested(object, 'xml', rootZero, scope)
  const { fields, absent, zero } = plan
  const wanted = `read${object.name}Xml${zero && object.missing !== 'zero' ? 'OrZero' : ''}`
  const name = scope.function(wanted, `xml object ${object.name} ${zero}`, (own) => {
    const xml = fields.length > 0 ? code`xml` : code`_xml`
    const at =
      fields.length > 0 || absent.some(({ fallback }) => fallback.kind !== 'nothing') ? code`at` : code`_at`
    const parameters = [code`${xml}: ${scope.use('XmlElement')}`, code`${at}: ${scope.use('Reading')}`]
    const body = statementsOf(elementsResult(plan, scope))
    return [block(code`function ${own}(${parameters}): ${scope.ownType(object.name)} {`, body)]
  })
  const unknown = ownUnknown(object, scope.module)
  return [name, keysOfXml(plan, scope), ...(unknown === undefined ? [] : [unknown])]
}
