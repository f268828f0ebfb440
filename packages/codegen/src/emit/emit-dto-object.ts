import { bodyFormats, boundFields, boundSources, sourcesOf } from '../model/bound-fields.ts'
import type { Field, ObjectType } from '../model/dto.ts'
import { isBodySource, isTextSource } from '../model/source.ts'
import { binderName, sourceWords } from '../plan/words.ts'
import { emitSendingMembers } from './emit-stringify.ts'
import { hasRules, isAsyncObject } from './rules/rules-below.ts'
import { emitSchemas } from './schema/schema.ts'
import { literal } from './text/literal.ts'
import { type ModuleScope, pureMark } from './text/module-scope.ts'
import type { RuntimeName } from './text/runtime-names.ts'
import { keysOf } from './text/source-words.ts'

/** A binder by its name in a `Dto` object. */
interface BinderPart {
  readonly name: string
  readonly binder: string
  readonly fields: readonly Field[]
}

/** Emits the object of a DTO that is read, for `c.bind().query(UserDto)`. */
export function emitDtoObject(dto: ObjectType, scope: ModuleScope): void {
  const { writer } = scope
  const isAsync = isAsyncObject(dto, scope.module)
  const isValidated = hasRules(dto, scope.module)
  const parts = partsOf(dto)
  const isOfAll = parts.length > 0 && parts.every(({ fields }) => fields.length === dto.fields.length)
  const keys = parts.map(({ name, fields }) => `${name}: ${keysOf(dto, fields, scope)}`)
  const bound = isOfAll ? parts.map(({ name }) => literal(name)).join(' | ') : `{ ${keys.join('; ')} }`
  const make = boundSources(dto).some(isTextSource) ? 'makeDto' : 'decodedDto'
  const start = `export const ${dto.name}: ${scope.use(isAsync ? 'AsyncDto' : 'Dto')}<`
  const traits = traitsOf(dto, { isAsync, isValidated }).map((trait) => ` & ${scope.use(trait)}<${dto.name}>`)
  const end = `>${traits.join('')} = ${pureMark}${scope.use(make)}({`
  const oneLine = `${start}${dto.name}, ${bound}${end}`
  if (writer.fits(oneLine)) writer.line(oneLine)
  else if (isOfAll) writer.block(start, () => writer.line(`${dto.name}, ${bound}`), end)
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
    writer.lines(parts.map(({ name, binder }) => `${name}: ${binder},`))
    writer.line(`all: bindAll${dto.name},`)
    if (isAsync) writer.line(`validateAsync: validate${dto.name}Async,`)
    else if (isValidated) writer.line(`validate: validate${dto.name},`)
    if (dto.isSent) emitSendingMembers(dto, scope)
  })
  emitSchemas(dto, isAsync, scope)
}

/** The types of the object's members beside its binders. */
function traitsOf(
  dto: ObjectType,
  { isAsync, isValidated }: { readonly isAsync: boolean; readonly isValidated: boolean },
): readonly RuntimeName[] {
  const traits: RuntimeName[] = []
  if (isValidated) traits.push(isAsync ? 'AsyncValidates' : 'Validates')
  if (dto.isSent) traits.push('Sends')
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
