import { bodyFormats, boundFields, boundSources, isRead, sourcesOf } from '../model/bound-fields.ts'
import type { Field, ObjectType } from '../model/dto.ts'
import { isBodySource } from '../model/source.ts'
import { hasRules, isAsyncObject } from './rules/rules-below.ts'
import { emitSchemas, emitSentMember } from './schema/schema.ts'
import { literal } from './text/literal.ts'
import { type ModuleScope, pureMark } from './text/module-scope.ts'
import type { RuntimeName } from './text/runtime-names.ts'
import { binderName, keysOf, sourceWords } from './text/source-words.ts'

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
  const traits = traitsOf(dto, { isAsync, isValidated }).map((trait) => ` & ${scope.use(trait)}<${dto.name}>`)
  const make = isRead(dto) ? `${pureMark}${scope.use('makeDto')}(` : ''
  const end = `>${traits.join('')} = ${make}{`
  const oneLine = `${start}${dto.name}${isRead(dto) ? `, { ${keys.join('; ')} }` : ''}${end}`
  const does = isRead(dto) ? `The binders of {@link ${dto.name}}` : `What sends a {@link ${dto.name}}`
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
    if (!isRead(dto)) emitNamed(dto, scope)
    writer.lines(parts.map(({ name, binder }) => `${name}: ${binder},`))
    if (isRead(dto)) writer.line(`all: bindAll${dto.name},`)
    if (isAsync) writer.line(`validateAsync: validate${dto.name}Async,`)
    else if (isValidated) writer.line(`validate: validate${dto.name},`)
    if (dto.isSent) writer.line(`stringify: stringify${dto.name},`)
    if (!isRead(dto)) emitSentMember(dto, scope)
  })
  if (isRead(dto)) emitSchemas(dto, boundSources(dto), scope)
  else writer.line('}')
}

/** Emits the name of an object without binders, which would tell it. */
export function emitNamed({ name }: { readonly name: string }, { writer, module }: ModuleScope): void {
  writer.line(`name: ${literal(name)},`)
  if (module.aliasTag !== undefined) writer.line(`aliasTag: ${literal(module.aliasTag)},`)
}

/** The types of the object's members beside its binders. */
function traitsOf(
  dto: ObjectType,
  { isAsync, isValidated }: { readonly isAsync: boolean; readonly isValidated: boolean },
): readonly RuntimeName[] {
  const traits: RuntimeName[] = []
  if (isValidated) traits.push(isAsync ? 'AsyncValidates' : 'Validates')
  if (dto.isSent && isRead(dto)) traits.push('Sends')
  return traits
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
