import { compareOne, type Disagreement } from './compare-dto.ts'
import type { DtoCompiler } from './compile-dtos.ts'
import {
  boundFields,
  type DtoModel,
  type FieldModel,
  type NonNullType,
  nonNull,
  type ObjectModel,
  type RecordModel,
  sourcesOf,
  type TupleModel,
  type TypeModel,
} from './model.ts'

/** Drops parts of a DTO as long as the same request still shows a disagreement. */
export async function shrinkDto(
  dto: DtoModel,
  found: Disagreement,
  compiler: DtoCompiler,
  most = 150,
): Promise<{ readonly dto: DtoModel; readonly found: Disagreement }> {
  let best = { dto, found }
  let tries = 0
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const candidate of smaller(best.dto)) {
      if (tries++ >= most) return best
      const again = await tryDto(candidate, best.found, compiler)
      if (again === undefined) continue
      best = { dto: candidate, found: again }
      isSmaller = true
      break
    }
  }
  return best
}

async function tryDto(
  dto: DtoModel,
  found: Disagreement,
  compiler: DtoCompiler,
): Promise<Disagreement | undefined> {
  if (!dto.fields.every((field) => isBound(dto, field))) return undefined
  try {
    const [compiled] = await compiler.compile([[dto]])
    const again = compiled && compareOne(compiled, found.bound).disagreement
    return again !== undefined && isAlike(again, found) ? again : undefined
  } catch {
    // No longer a DTO: the generator refuses it, or it has lost the bound source.
    return undefined
  }
}

function isBound(dto: DtoModel, field: FieldModel): boolean {
  return sourcesOf(dto).some((source) => boundFields(dto, source).some((bound) => bound.field === field))
}

/** Whether it is the same kind of disagreement, rather than one caused by shrinking. */
function isAlike(a: Disagreement, b: Disagreement): boolean {
  if (a.got.kind === 'crash' && b.got.kind === 'crash') return String(a.got.error) === String(b.got.error)
  return a.expected.kind === b.expected.kind && a.got.kind === b.got.kind
}

function* smaller(dto: DtoModel): Iterable<DtoModel> {
  for (const fields of smallerFields(dto.fields)) yield { ...dto, fields }
  if (dto.order !== undefined) yield { ...dto, order: undefined }
  if (dto.missing === 'zero') yield { ...dto, missing: 'error' }
  if (dto.unknown !== undefined) yield { ...dto, unknown: undefined }
  for (const source of dto.sources) {
    yield { ...dto, sources: dto.sources.filter((one) => one !== source) }
  }
}

function* smallerFields(fields: readonly FieldModel[]): Iterable<readonly FieldModel[]> {
  if (fields.length > 1) for (const field of fields) yield fields.filter((one) => one !== field)
  for (const [i, field] of fields.entries()) {
    for (const one of smallerField(field)) yield fields.with(i, one)
  }
}

function* smallerField(field: FieldModel): Iterable<FieldModel> {
  for (const tag of field.tags) yield { ...field, tags: field.tags.filter((one) => one !== tag) }
  if (field.default !== undefined) yield { ...field, default: undefined }
  for (const type of smallerType(field.type)) yield { ...field, type }
}

function* smallerType(type: TypeModel): Iterable<TypeModel> {
  switch (type.kind) {
    case 'nullable':
      yield type.of
      for (const of of smallerType(type.of)) yield { kind: 'nullable', of: of as NonNullType }
      break
    case 'list':
    case 'record':
      yield type.of
      for (const of of smallerType(type.of)) yield { ...type, of }
      break
    case 'tuple':
      if (type.rest !== undefined) yield plainTuple(type)
      for (const [i, of] of type.of.entries()) {
        if (type.of.length > 1) yield { ...plainTuple(type), of: type.of.filter((one) => one !== of) }
        for (const one of smallerType(of)) yield { ...type, of: type.of.with(i, one) }
      }
      break
    case 'object':
      yield* smallerObject(type)
      break
    case 'anyOf':
      for (const [i, member] of type.of.entries()) {
        const others = type.of.filter((one) => one !== member)
        yield others.length > 1 ? { kind: 'anyOf', of: others } : member
        for (const one of smallerType(member)) yield { kind: 'anyOf', of: type.of.with(i, nonNull(one)) }
      }
      break
    case 'choice':
      for (const [i, branch] of type.of.entries()) {
        const others = type.of.filter((one) => one !== branch)
        yield others.length > 1 ? { ...type, of: others } : branch
        const some = branch.kind === 'object' ? smallerObject(branch) : smallerRecord(branch)
        for (const one of some) yield { ...type, of: type.of.with(i, one) }
      }
      break
    case 'lists':
      for (const [i, list] of type.of.entries()) {
        const others = type.of.filter((one) => one !== list)
        yield others.length > 1 ? { ...type, of: others } : list
        for (const one of smallerType(list)) {
          if (one.kind === 'list' || one.kind === 'tuple') yield { ...type, of: type.of.with(i, one) }
        }
      }
      break
    case 'byMember':
      for (const [i, branch] of type.of.entries()) {
        const others = type.of.filter((one) => one !== branch)
        if (others.length > 1)
          yield { ...type, of: others, members: type.members.filter((_, at) => at !== i) }
        for (const one of smallerObject(branch)) {
          const isWhole =
            type.members[i] === undefined || one.fields.some(({ name }) => name === type.members[i])
          if (isWhole) yield { ...type, of: type.of.with(i, one) }
        }
      }
      break
    case 'union':
      for (const [i, branch] of type.of.entries()) {
        if (type.of.length > 2) yield { ...type, of: type.of.filter((one) => one !== branch) }
        for (const one of smallerObject(branch)) {
          const isWhole = one.fields.some(({ name }) => name === type.discriminant)
          if (isWhole) yield { ...type, of: type.of.with(i, one) }
        }
      }
      break
    default:
  }
}

function plainTuple({ of }: TupleModel): TupleModel {
  return { kind: 'tuple', of }
}

function* smallerRecord(record: RecordModel): Iterable<RecordModel> {
  for (const of of smallerType(record.of)) yield { ...record, of }
  const { keys, ...plain } = record
  if (keys !== undefined) yield plain
}

function* smallerObject({ index, ...object }: ObjectModel): Iterable<ObjectModel> {
  if (index !== undefined) {
    yield object
    for (const fields of smallerFields(object.fields)) yield { ...object, index, fields }
    return
  }
  for (const fields of smallerFields(object.fields)) yield { ...object, fields }
}
