import type { DtoPlan } from '../plan/dto-plan.ts'
import { schemaItems } from './schema/schema.ts'
import { sendingMembers } from './send/sent-dto.ts'
import { writeSummary } from './text/exported.ts'
import { flat, type Item } from './text/item.ts'
import { literal } from './text/literal.ts'
import { type ModuleScope, pureMark } from './text/module-scope.ts'
import type { RuntimeName } from './text/runtime-names.ts'
import { keysOf } from './text/source-words.ts'

/** Emits the object of a DTO that is read, for `c.bind().query(UserDto)`. */
export function emitDtoObject(plan: DtoPlan, scope: ModuleScope): void {
  const { dto, binders, isAsync, streams } = plan
  const parts = binders.filter(({ member }) => member !== 'all')
  const isOfAll = parts.length > 0 && parts.every(({ fields }) => fields.length === dto.fields.length)
  const members = binders.map(({ member, name }) => `${member}: ${name}`)
  const validates = streams.length === 0
  if (validates && isAsync) members.push(`validateAsync: validate${dto.name}Async`)
  else if (validates && plan.hasRules) members.push(`validate: validate${dto.name}`)
  if (dto.isSent) members.push(...sendingMembers(dto, scope))
  writeSummary(dto.description, scope)
  writeDto(
    {
      name: dto.name,
      type: streams.length > 0 ? 'UploadDto' : isAsync ? 'AsyncDto' : 'Dto',
      bound: isOfAll
        ? { names: parts.map(({ member }) => member) }
        : { keys: parts.map(({ member, fields }) => `${member}: ${keysOf(dto, fields, scope)}`) },
      traits: traitsOf(plan),
      make: plan.hasTexts ? 'makeDto' : 'decodedDto',
      members,
      schemas: schemaItems(dto, isAsync, scope),
    },
    scope,
  )
}

/** The types of the object's members beside its binders. */
function traitsOf({ dto, isAsync, hasRules, streams }: DtoPlan): readonly RuntimeName[] {
  const traits: RuntimeName[] = []
  if (hasRules && streams.length === 0) traits.push(isAsync ? 'AsyncValidates' : 'Validates')
  if (dto.isSent) traits.push('Sends')
  return traits
}

/** The object of a DTO. */
interface DtoText {
  readonly name: string
  readonly type: RuntimeName
  /** The names of its binders, or each with the properties that it fills. */
  readonly bound: { readonly names: readonly string[] } | { readonly keys: readonly string[] }
  readonly traits: readonly RuntimeName[]
  /** The function that makes it. */
  readonly make: RuntimeName
  readonly members: readonly string[]
  /** The schemas that no binder has. */
  readonly schemas: readonly Item[]
}

export function writeDto(dto: DtoText, scope: ModuleScope): void {
  const { name, bound, members, schemas } = dto
  const { writer } = scope
  const traits = dto.traits.map((trait) => ` & ${scope.use(trait)}<${name}>`).join('')
  const typeOpen = `export const ${name}: ${scope.use(dto.type)}<${name}, `
  const open = `${pureMark}${scope.use(dto.make)}({`
  const isNamed = 'names' in bound
  const texts = isNamed ? bound.names.map(literal) : bound.keys
  const types = isNamed ? texts.join(' | ') : texts.length === 0 ? '{}' : `{ ${texts.join('; ')} }`
  const start = `${typeOpen}${types}>${traits} =`
  if (writer.fits(start)) {
    writer.assigned(start, open, (first) => writeMembers(first, members, schemas, scope))
    return
  }
  writer.line(isNamed ? typeOpen.trimEnd() : `${typeOpen}{`)
  writer.indented(() => (isNamed ? writer.line(types) : writer.filledLines(texts, ';')))
  writer.assigned(`${isNamed ? '' : '}'}>${traits} =`, open, (first) =>
    writeMembers(first, members, schemas, scope),
  )
}

function writeMembers(
  open: string,
  members: readonly string[],
  schemas: readonly Item[],
  { writer }: ModuleScope,
): void {
  const end =
    schemas.length === 0 ? '})' : flat({ open: '}, () => ({', items: schemas, close: '}))', space: ' ' })
  if (writer.fits(end)) {
    writer.filled(open, members, end, ' ')
    return
  }
  writer.filled(open, members, '}, () => ({', ' ')
  writer.indented(() => {
    for (const one of schemas) writer.item(one, ',')
  })
  writer.line('}))')
}
