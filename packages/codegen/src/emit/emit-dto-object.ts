import type { DtoPlan } from '../plan/dto-plan.ts'
import { emitSendingMembers } from './emit-stringify.ts'
import { emitSchemas } from './schema/schema.ts'
import { literal } from './text/literal.ts'
import { type ModuleScope, pureMark } from './text/module-scope.ts'
import type { RuntimeName } from './text/runtime-names.ts'
import { keysOf } from './text/source-words.ts'

/** Emits the object of a DTO that is read, for `c.bind().query(UserDto)`. */
export function emitDtoObject(plan: DtoPlan, scope: ModuleScope): void {
  const { writer } = scope
  const { dto, binders, isAsync, streams } = plan
  const parts = binders.filter(({ member }) => member !== 'all')
  const isOfAll = parts.length > 0 && parts.every(({ fields }) => fields.length === dto.fields.length)
  const keys = parts.map(({ member, fields }) => `${member}: ${keysOf(dto, fields, scope)}`)
  const bound = isOfAll
    ? parts.map(({ member }) => literal(member)).join(' | ')
    : keys.length === 0
      ? '{}'
      : `{ ${keys.join('; ')} }`
  const make = plan.hasTexts ? 'makeDto' : 'decodedDto'
  const start = `export const ${dto.name}: ${scope.use(streams.length > 0 ? 'UploadDto' : isAsync ? 'AsyncDto' : 'Dto')}<`
  const traits = traitsOf(plan).map((trait) => ` & ${scope.use(trait)}<${dto.name}>`)
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
    writer.lines(binders.map(({ member, name }) => `${member}: ${name},`))
    const validates = streams.length === 0
    if (validates && isAsync) writer.line(`validateAsync: validate${dto.name}Async,`)
    else if (validates && plan.hasRules) writer.line(`validate: validate${dto.name},`)
    if (dto.isSent) emitSendingMembers(dto, scope)
  })
  emitSchemas(dto, isAsync, scope)
}

/** The types of the object's members beside its binders. */
function traitsOf({ dto, isAsync, hasRules, streams }: DtoPlan): readonly RuntimeName[] {
  const traits: RuntimeName[] = []
  if (hasRules && streams.length === 0) traits.push(isAsync ? 'AsyncValidates' : 'Validates')
  if (dto.isSent) traits.push('Sends')
  return traits
}
