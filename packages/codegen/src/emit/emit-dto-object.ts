import {
  bodyFormats,
  boundFields,
  boundSources,
  decodedFormat,
  isRead,
  sourcesOf,
} from '../model/bound-fields.ts'
import type { Field, ObjectType } from '../model/dto.ts'
import { isBodySource, type Source } from '../model/source.ts'
import { emitSendingMembers } from './emit-stringify.ts'
import { hasRules, isAsyncObject } from './rules/rules-below.ts'
import { emitStandardMember } from './schema/schema.ts'
import { literal } from './text/literal.ts'
import type { ModuleScope } from './text/module-scope.ts'
import type { RuntimeName } from './text/runtime-names.ts'
import { keysOf, resultType, sourceWords } from './text/source-words.ts'

/** A binder by its name in a `Dto` object. */
interface BinderPart {
  readonly name: string
  readonly binder: string
  readonly fields: readonly Field[]
}

/** Emits the object of a DTO's name, for `c.bind().query(UserDto)`. */
export function emitDtoObject(dto: ObjectType, scope: ModuleScope): void {
  const { writer } = scope
  const isAsync = isRead(dto) && isAsyncObject(dto, scope.module)
  const isValidated = isRead(dto) && hasRules(dto, scope.module)
  const parts = isRead(dto) ? partsOf(dto) : []
  const keys = parts.map(({ name, fields }) => `${name}: ${keysOf(dto, fields, scope)}`)
  const type = isRead(dto) ? (isAsync ? 'AsyncDto' : 'Dto') : 'SentDto'
  const start = `export const ${dto.name}: ${scope.use(type)}<`
  const traits = traitsOf(dto, { isAsync, isValidated }, scope).map(
    ([trait, type]) => ` & ${scope.use(trait)}<${type}>`,
  )
  const end = `>${traits.join('')} = {`
  const oneLine = `${start}${dto.name}${isRead(dto) ? `, { ${keys.join('; ')} }` : ''}${end}`
  const does = isRead(dto)
    ? `The binders of {@link ${dto.name}}, for \`c.bind()\``
    : `What sends a {@link ${dto.name}}`
  writer.line(`/** ${does}. */`)
  if (writer.fits(oneLine)) writer.line(oneLine)
  else {
    writer.block(
      start,
      () => {
        writer.line(`${dto.name},`)
        writer.braces(keys, '')
      },
      end,
    )
  }
  writer.indented(() => {
    writer.line(`name: ${literal(dto.name)},`)
    const { aliasTag } = scope.module
    if (aliasTag !== undefined) writer.line(`aliasTag: ${literal(aliasTag)},`)
    writer.lines(parts.map(({ name, binder }) => `${name}: ${binder},`))
    if (isRead(dto)) writer.line(`all: bindAll${dto.name},`)
    if (isAsync) writer.line(`validateAsync: validate${dto.name}Async,`)
    else if (isValidated) writer.line(`validate: validate${dto.name},`)
    if (dto.isSent) emitSendingMembers(dto, scope)
    emitStandardMember(dto, scope)
  })
  writer.line('}')
}

function fieldsIn(dto: ObjectType, source: Source): readonly Field[] {
  return boundFields(dto, source).map(({ field }) => field)
}

/** The types of the object's members beside its binders. */
function traitsOf(
  dto: ObjectType,
  { isAsync, isValidated }: { readonly isAsync: boolean; readonly isValidated: boolean },
  scope: ModuleScope,
): readonly (readonly [trait: RuntimeName, type: string])[] {
  const decodes = isAsync ? 'AsyncDecodes' : 'Decodes'
  const validates = isAsync ? 'AsyncValidates' : 'Validates'
  const decoded = decodedFormat(dto)
  const isSentAlso = dto.isSent && isRead(dto)
  return [
    ...(isValidated ? ([[validates, dto.name]] as const) : []),
    ...(decoded === undefined ? [] : ([[decodes, resultType(dto, fieldsIn(dto, decoded), scope)]] as const)),
    ...(isSentAlso ? ([['Sends', dto.name]] as const) : []),
  ]
}

function partsOf(dto: ObjectType): readonly BinderPart[] {
  const parts = boundSources(dto).map((source): BinderPart => {
    const fields = boundFields(dto, source).map(({ field }) => field)
    return { name: binderName(source), binder: `bind${sourceWords[source][0]}${dto.name}`, fields }
  })
  const fields = dto.fields.filter((field) => sourcesOf(dto, field).some(isBodySource))
  return bodyFormats(dto).length === 0
    ? parts
    : [...parts, { name: 'body', binder: `bindBody${dto.name}`, fields }]
}

/** The tag is `@msgpack`; methods follow Fiber's `MsgPack`. */
export function binderName(source: Source): string {
  return source === 'msgpack' ? 'msgPack' : source
}
