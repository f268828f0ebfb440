import { boundFields, boundSources, decodedFormat } from '../../model/bound-fields.ts'
import type { ObjectType } from '../../model/dto.ts'
import { type DecodedSource, isDecoded, isTextSource, type Source } from '../../model/source.ts'
import { valueReaders } from '../read/decoded.ts'
import { dtoShape } from '../read/object-reader.ts'
import { literal } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { binderName } from '../text/source-words.ts'
import { type ShapeKind, sentKind, usualKind } from './shape-kind.ts'
import { aboutText, membersText, textMembers } from './shape-members.ts'
import { namesIn, shapeConstant } from './shapes.ts'

/** Emits the end of a DTO's object: the schemas that no binder has. A source that is like JSON has none. */
export function emitSchemas(dto: ObjectType, isAsync: boolean, scope: ModuleScope): void {
  const sources = boundSources(dto)
  const formats = sources.filter(isDecoded)
  const whole: string[] = [
    ...(formats.length === 0 ? aboutText(dto) : []),
    ...(isAsync ? decodedSchemas(dto, formats, scope) : []),
    ...(dto.isSent && formats.length === 0 ? [`sent: ${sentShape(dto, scope)}`] : []),
  ]
  const texts = sources.filter(isTextSource).flatMap((source) => textSchema(dto, source, scope))
  if (texts.length > 0 && dto.unknown !== undefined) whole.push(`unknown: ${literal(dto.unknown)}`)
  const all = [...whole, ...texts.map(({ source, members }) => `${source}: { ${members.join(', ')} }`)]
  const { writer } = scope
  const oneLine = all.length === 0 ? '})' : `}, () => ({ ${all.join(', ')} }))`
  if (writer.fits(oneLine)) {
    writer.line(oneLine)
    return
  }
  writer.line('}, () => ({')
  writer.indented(() => {
    writer.lines(whole.map((one) => `${one},`))
    for (const { source, members } of texts) writer.filled(`${source}: {`, members, '},', ' ')
  })
  writer.line('}))')
}

function decodedSchemas(
  dto: ObjectType,
  formats: readonly DecodedSource[],
  scope: ModuleScope,
): readonly string[] {
  const shapes = formats.map((format) => [format, dtoShape(dto, format, valueReaders, scope)] as const)
  return shapes
    .filter(([, shape], i) => i === 0 || shape !== shapes[0]?.[1])
    .map(([format, shape]) => `${binderName(format)}: ${shape}`)
}

interface TextSchema {
  readonly source: Source
  readonly members: readonly string[]
}

function textSchema(dto: ObjectType, source: Source, scope: ModuleScope): readonly TextSchema[] {
  if (source === 'form' && isLikeDecoded(dto, scope)) return []
  const of = { ...kindOf(dto, source), scope, names: namesIn(scope) }
  return [{ source, members: textMembers(dto, of) }]
}

/** Whether a form has the members of the decoded body. Absent lists are empty in both texts. */
function isLikeDecoded(dto: ObjectType, scope: ModuleScope): boolean {
  const format = decodedFormat(dto)
  if (format === undefined || boundFields(dto, 'form').some(({ binding }) => binding.required)) return false
  const texts = (['form', format] as const).map((source) =>
    membersText(dto, { ...kindOf(dto, source), scope, names: namesIn(scope) }).join(),
  )
  return texts[0] === texts[1]
}

function kindOf(dto: ObjectType, source: Source): ShapeKind {
  return { ...usualKind(dto), source, part: 'bound' }
}

/** Returns the name of the constant for the JSON that is sent. */
export function sentShape(dto: ObjectType, scope: ModuleScope): string {
  return shapeConstant(dto, sentKind(dto), scope)
}
