import type { DtoPlan } from '../plan/dto-plan.ts'
import { schemaItems } from './schema/schema.ts'
import { sendingMembers } from './send/sent-dto.ts'
import { type Code, code, type Statement } from './text/code.ts'
import { summaryOf } from './text/exported.ts'
import { type ModuleScope, pureMark } from './text/module-scope.ts'
import type { RuntimeName } from './text/runtime-names.ts'
import { keysOf } from './text/source-words.ts'

/** The object of a DTO that is read, for `c.bind().query(UserDto)`. */
export function dtoObject(plan: DtoPlan, scope: ModuleScope): readonly Statement[] {
  const { dto, binders, isAsync, streams } = plan
  const parts = binders.filter(({ member }) => member !== 'all')
  const isOfAll = parts.length > 0 && parts.every(({ fields }) => fields.length === dto.fields.length)
  const members = binders.map(({ member, name }) => code`${code.key(member)}: ${code.word(name)}`)
  const validates = streams.length === 0
  if (validates && isAsync) members.push(code`validateAsync: ${code.word(`validate${dto.name}Async`)}`)
  else if (validates && plan.hasRules) members.push(code`validate: ${code.word(`validate${dto.name}`)}`)
  if (dto.isSent) members.push(...sendingMembers(dto, scope))
  const bound = isOfAll
    ? { names: parts.map(({ member }) => member) }
    : { keys: parts.map(({ member, fields }) => code`${code.key(member)}: ${keysOf(dto, fields, scope)}`) }
  return [
    ...summaryOf(dto.description),
    objectStatement(
      {
        name: dto.name,
        type: streams.length > 0 ? 'UploadDto' : isAsync ? 'AsyncDto' : 'Dto',
        of: scope.ownType(dto.name),
        bound,
        traits: traitsOf(plan),
        make: plan.hasTexts ? 'makeDto' : 'decodedDto',
        members,
        schemas: schemaItems(plan, scope),
      },
      scope,
    ),
  ]
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
  /** The type of its values. */
  readonly of: Code
  /** The names of its binders, or each with the properties that it fills. */
  readonly bound: { readonly names: readonly string[] } | { readonly keys: readonly Code[] }
  readonly traits: readonly RuntimeName[]
  /** The function that makes it. */
  readonly make: RuntimeName
  readonly members: readonly Code[]
  /** The schemas that no binder has. */
  readonly schemas: readonly Code[]
}

export function objectStatement(
  { name, type, of, bound, traits, make, members, schemas }: DtoText,
  scope: ModuleScope,
): Statement {
  const also = traits.map((trait) => code` & ${scope.use(trait)}<${of}>`)
  const open = code`export const ${code.word(name)}: ${scope.use(type)}<${of}`
  const isOpen = true
  const start =
    'names' in bound
      ? code`${open}, ${code.types([code.union(bound.names)])}>${code.joined(also, '')} =`
      : code`${open}, { ${code.filled(bound.keys, { joint: ';', isOpen })} }>${code.joined(also, '')} =`
  const end = schemas.length === 0 ? code`` : code.part(code`, () => ({ ${schemas} })`)
  const value = code`${pureMark}${scope.use(make)}({ ${code.filled(members, { isFirst: 'always' })} }${end})`
  return { kind: 'assign', start, value, isBehind: 'always' }
}
