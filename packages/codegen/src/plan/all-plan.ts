import { bindingsOf, bodyFormats, boundSources, sourcesOf } from '../model/bound-fields.ts'
import type { Binding, Field, ObjectType } from '../model/dto.ts'
import type { ModuleTypes } from '../model/module-types.ts'
import { type BindingSource, bodySources, defaultOrder, isBodySource, type Source } from '../model/source.ts'
import { type Fallback, fallbackOf } from './fallback.ts'

/** The reading of every source of a DTO. */
export interface AllPlan {
  /** The sources that are read, in order. */
  readonly sources: readonly BindingSource[]
  /** The single source that fills the whole DTO. Never the body, which may be absent. */
  readonly only: Exclude<BindingSource, 'body'> | undefined
  /** The order in `@bindingSource`, where it is not the usual one. */
  readonly order: readonly BindingSource[] | undefined
  /** The names of the properties that several sources have. */
  readonly shared: readonly string[]
  readonly members: readonly AllMember[]
}

export interface AllMember {
  readonly field: Field
  /** The sources that have it, in order. */
  readonly parts: readonly BindingSource[]
  /** Its bindings in them; of a property that is never read (a response header), all of them. */
  readonly bindings: readonly Binding[]
  readonly fallback: Fallback
  /** Whether the result may lack it, since no source is sure to set it and nothing stands for it. */
  readonly mayBeAbsent: boolean
}

export function planAll(dto: ObjectType, types: ModuleTypes): AllPlan {
  const bound = boundSources(dto)
  const sources = dto.order.filter((source) =>
    bound.some((one) => (source === 'body' ? isBodySource(one) : one === source)),
  )
  const members = dto.fields.map((field) => memberOf(dto, field, sources, types))
  const usual = defaultOrder.filter((source) => dto.order.includes(source))
  const isUsual = sources.length === 0 || usual.join() === dto.order.join()
  return {
    sources,
    only: onlySource(sources, members),
    order: isUsual ? undefined : dto.order,
    shared: members.filter(({ parts }) => parts.length > 1).map(({ field }) => field.name),
    members,
  }
}

function onlySource(
  [only, ...others]: readonly BindingSource[],
  members: readonly AllMember[],
): AllPlan['only'] {
  if (only === undefined || only === 'body' || others.length > 0) return undefined
  return members.every(({ parts }) => parts.length > 0) ? only : undefined
}

function memberOf(
  dto: ObjectType,
  field: Field,
  sources: readonly BindingSource[],
  types: ModuleTypes,
): AllMember {
  const bound = sourcesOf(dto, field)
  const formatsOf = (source: BindingSource): readonly Source[] =>
    (source === 'body' ? bodySources : [source]).filter((one) => bound.includes(one))
  const parts = sources.filter((source) => formatsOf(source).length > 0)
  const read = parts.flatMap(formatsOf)
  const all = bindingsOf(dto, field)
  const bindings =
    read.length === 0 ? all : read.flatMap((source) => all.find((one) => one.source === source) ?? [])
  const absence = {
    zero: dto.missing === 'zero',
    sources: bindings.map(({ source }) => source),
    required: bindings.some(({ required }) => required),
  }
  const fallback = fallbackOf(field, absence, types)
  const { kind } = fallback
  const mayBeAbsent = kind === 'nothing' || (kind === 'issue' && bodyMayLack(dto, field, parts))
  return { field, parts, bindings, fallback, mayBeAbsent }
}

/** Whether a body may leave out a property that only another format requires. */
function bodyMayLack(dto: ObjectType, field: Field, parts: readonly BindingSource[]): boolean {
  if (!field.optional || parts.length !== 1 || parts[0] !== 'body') return false
  const asking = bindingsOf(dto, field).filter(({ required }) => required)
  return !bodyFormats(dto).every((format) => asking.some(({ source }) => source === format))
}
