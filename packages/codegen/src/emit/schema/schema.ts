import type { ObjectType } from '../../model/dto.ts'
import { type FieldType, nonNull } from '../../model/field-type.ts'
import { type DecodedSource, isDecoded, isTextSource, type Source } from '../../model/source.ts'
import { type DtoPlan, sourceOf } from '../../plan/dto-plan.ts'
import { type ShapeKind, sentKind, usualKind } from '../../plan/shape/shape-kind.ts'
import { shapeMembers, textMembers, wholeSchemas } from '../../plan/shape/shape-members.ts'
import { shapeKey } from '../../plan/shape/shape-type.ts'
import { binderName } from '../../plan/words.ts'
import { valueReaders } from '../read/decoded.ts'
import { dtoShape } from '../read/object-reader.ts'
import { type Code, code } from '../text/code.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { textReader } from '../text-readers.ts'
import { elementPlace, itemPlace, type Place, placeOf, valuePlace } from '../type-place.ts'
import { aboutText } from './about-text.ts'
import { memberItems, shapeText } from './shape-text.ts'
import { namesIn, shapeConstant } from './shapes.ts'

/** The schemas of a DTO that no binder has. A source that is like JSON has none. */
export function schemaItems(plan: DtoPlan, scope: ModuleScope): readonly Code[] {
  const { dto, isAsync } = plan
  const sources = [...plan.sources.keys()]
  const formats = sources.filter(isDecoded)
  const texts = sources.filter(isTextSource).flatMap((source) => textSchema(plan, source, scope))
  const rules = texts.flatMap(({ source, allOf }) =>
    allOf.length === 0 ? [] : [code`${code.key(source)}: [${allOf}]`],
  )
  return [
    ...(formats.length === 0 ? aboutText(dto) : []),
    ...(isAsync ? decodedSchemas(plan, formats, scope) : []),
    ...(dto.isSent && formats.length === 0 ? [code`sent: ${sentShape(dto, scope)}`] : []),
    ...(texts.length > 0 && dto.unknown !== undefined ? [code`unknown: ${dto.unknown}`] : []),
    ...(rules.length > 0 ? [code`allOf: { ${rules} }`] : []),
    ...texts.map(({ source, members }) => code`${code.key(source)}: { ${code.filled(members)} }`),
  ]
}

function decodedSchemas(
  plan: DtoPlan,
  formats: readonly DecodedSource[],
  scope: ModuleScope,
): readonly Code[] {
  const shapes = formats.map(
    (format) => [format, dtoShape(sourceOf(plan, format), valueReaders, scope)] as const,
  )
  return shapes
    .filter(([, shape], i) => i === 0 || shape !== shapes[0]?.[1])
    .map(([format, shape]) => code`${code.key(binderName(format))}: ${shape}`)
}

interface TextSchema {
  readonly source: Source
  readonly members: readonly Code[]
  /** Schemas for the whole source. */
  readonly allOf: readonly Code[]
}

function textSchema(plan: DtoPlan, source: Source, scope: ModuleScope): readonly TextSchema[] {
  const { dto } = plan
  if (source === 'form' && isLikeDecoded(plan, scope)) return []
  for (const { field, binding } of sourceOf(plan, source).fields)
    if (binding.format !== 'json') nameReaders(field.type, placeOf(dto.name, field, scope), scope)
  const of = { ...kindOf(dto, source), types: scope }
  const names = namesIn(scope)
  const members = memberItems(textMembers(dto, of), names)
  return [{ source, members, allOf: wholeSchemas(dto, of).map((one) => shapeText(one, names)) }]
}

/** Requests the constants of literals and templates that the reader of a text uses. */
function nameReaders(type: FieldType, place: Place, scope: ModuleScope): void {
  const present = nonNull(type)
  if (present.kind === 'list') nameReaders(present.element, elementPlace(place), scope)
  else if (present.kind === 'record') nameReaders(present.value, valuePlace(present, place), scope)
  else if (present.kind === 'tuple')
    present.elements.forEach((one, i) => {
      nameReaders(one, itemPlace(place, i), scope)
    })
  else if (present.kind === 'literals' || present.kind === 'template') textReader(present, place, scope)
}

/** Whether a form has the members of the decoded body. Absent lists are empty in both texts. */
function isLikeDecoded(plan: DtoPlan, scope: ModuleScope): boolean {
  const { dto } = plan
  const format = [...plan.sources.keys()].find(isDecoded)
  if (format === undefined || sourceOf(plan, 'form').fields.some(({ binding }) => binding.required))
    return false
  const [form, decoded] = (['form', format] as const).map((source) =>
    shapeKey(shapeMembers(dto, { ...kindOf(dto, source), types: scope }), () => undefined),
  )
  return form === decoded
}

function kindOf(dto: ObjectType, source: Source): ShapeKind {
  return { ...usualKind(dto), source, part: 'bound' }
}

/** Returns the name of the constant for the JSON that is sent. */
export function sentShape(dto: ObjectType, scope: ModuleScope): Code {
  return shapeConstant(dto, sentKind(dto), scope)
}
