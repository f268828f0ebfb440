import type { Binding, Field } from '../../model/dto.ts'
import { holdsNull } from '../../model/field-type.ts'
import { isInherited } from '../../model/inherited-name.ts'
import { type BindingSource, isBodySource } from '../../model/source.ts'
import type { AllMember } from '../../plan/all-plan.ts'
import type { DtoPlan } from '../../plan/dto-plan.ts'
import type { Fallback, RequiredBelow } from '../../plan/fallback.ts'
import { planPlaces } from '../../plan/places.ts'
import type { EmittedFunction } from '../text/exported.ts'
import { firstPresent, type Item } from '../text/item.ts'
import { literal, propertyAccess } from '../text/literal.ts'
import { localNames } from '../text/local-names.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { resultType } from '../text/source-words.ts'
import { absentText, keysText } from './absent-text.ts'
import { isSparse } from './object-members.ts'
import { emitOpenResult, emitResult, openCopy, type ResultMember } from './result.ts'
import { sourceReader } from './source-reader.ts'

/** The function that reads every source of a DTO. `body` holds the readers of each body format. */
export function allReader(plan: DtoPlan, body: string, scope: ModuleScope): EmittedFunction {
  const { all } = plan
  // A property without a source may still be missing.
  const isRead = all.sources.length > 0 || all.members.some(({ fallback }) => fallback.kind !== 'nothing')
  return { parameters: isRead ? 'at' : '', emit: () => emitSources(plan, body, scope) }
}

function emitSources(plan: DtoPlan, body: string, scope: ModuleScope): void {
  const { writer } = scope
  const { dto } = plan
  const { order, shared, sources } = plan.all
  if (order !== undefined) writer.line(`at.order = [${order.map(literal).join(', ')}]`)
  if (shared.length > 0) writer.filled('at.shared = [', shared.map(literal), ']')
  for (const source of sources) {
    const read =
      source === 'body'
        ? `${scope.use('readAnyBody')}${bodyType(plan, scope)}(at, ${body})`
        : `${sourceReader(dto, source, scope)}(at)`
    writer.line(`const ${source} = ${read}`)
  }
  if (shared.length > 0) writer.line('at.shared = undefined')
  const { drafts } = planPlaces(dto, dto.fields, dto.order, scope.module)
  const named = drafts.filter((one) => one !== undefined)
  if (named.length > 0) writer.line(`at.drafts = { ${named.join(', ')} }`)
  emitAll(plan, scope)
}

/** The type argument for the joint properties of all body formats, where no single format has all of them. */
export function bodyType({ dto, body }: DtoPlan, scope: ModuleScope): string {
  return body === undefined || body.isAlike ? '' : `<${resultType(dto, body.fields, scope)}>`
}

function emitAll({ dto, all: { sources, members: all } }: DtoPlan, scope: ModuleScope): void {
  const locals = localNames(
    dto.fields.map(({ name }) => name),
    (name) => scope.isTaken(name),
  )
  // Undeclared keys come with the properties that only the body has.
  const isOpen = dto.index !== undefined && sources.includes('body')
  const members = all.flatMap((one): readonly ResultMember[] => {
    const { field, parts, fallback, mayBeAbsent } = one
    const [only = 'body'] = parts
    if (isOpen && parts.length === 1 && only === 'body') return []
    if (mayBeAbsent || fallback.kind === 'nothing') {
      if (isSparse(dto) || parts.length === 0) return []
      if (parts.length === 1 && !isInherited(field.name)) {
        const value = propertyAccess(only, field.name)
        return [{ field, value, onlyIf: `${value} !== undefined` }]
      }
      const local = locals.get(field.name) ?? ''
      scope.writer.assign(`const ${local} =`, firstOf(parts, field, [], scope))
      return [{ field, value: local, onlyIf: `${local} !== undefined` }]
    }
    // The source always sets it, although the type of an optional property allows `undefined`.
    if (parts.length === 1)
      return [{ field, value: `${propertyAccess(only, field.name)}${field.optional ? '!' : ''}` }]
    const otherwise =
      fallback.kind === 'value'
        ? [absentText(fallback, { field, owner: dto.name, key: field.name }, scope)]
        : missingText(one, fallback, scope)
    return [{ field, value: firstOf(parts, field, otherwise, scope) }]
  })
  const others = isSparse(dto)
    ? `${scope.use('present')}<${dto.name}, keyof ${dto.name}>(${sources.join(', ')})`
    : undefined
  if (isOpen) emitOpenResult(members, dto.name, { start: openCopy('body'), result: 'result' }, scope)
  else emitResult(members, dto.name, scope, others)
}

function missingText(
  { field, bindings }: AllMember,
  { below }: Fallback & { kind: 'issue' },
  scope: ModuleScope,
): readonly string[] {
  const asked = below.length === 0 ? [undefined] : below
  const issues = asked.map((one) => missingCall(field, bindings, scope, one))
  return [`at.existing(${literal(field.name)})`, ...issues]
}

/** Reports a missing property, in the source that requires it, else in the first, under its key there. */
function missingCall(
  field: Field,
  bindings: readonly Binding[],
  scope: ModuleScope,
  below: RequiredBelow | undefined,
): string {
  const asking = bindings.find((one) => (below === undefined ? one.required : one.source === below.source))
  const first = asking ?? bindings[0]
  const under = below?.keys ?? []
  if (first === undefined) return `at.missing(${literal(field.name)}, 'body')`
  const source = reportedSource(first)
  const ofBody = bindings.filter((one) => source === 'body' && isBodySource(one.source))
  const isNamedAlike = ofBody.every(({ key }) => key === first.key)
  const others = bindings.filter((one) => reportedSource(one) !== source)
  const places = [...new Set(others.map((one) => `${reportedSource(one)} ${one.key}`))]
  const name = isNamedAlike ? keysText([first.key, ...under]) : sentName(ofBody, first.key, under, scope)
  const items = [name, literal(source)]
  if (places.length > 0) items.push(`[${places.map(literal).join(', ')}]`)
  return `at.missing(${items.join(', ')})`
}

/** The key in the format of the request, which is the name that the client knows. */
function sentName(
  bindings: readonly Binding[],
  usual: string,
  under: readonly string[],
  scope: ModuleScope,
): string {
  const others = bindings.filter(({ key }) => key !== usual)
  const names = others.map(({ source, key }) => `${source}: ${keysText([key, ...under])}`)
  return `${scope.use('sentName')}(at.c, { ${names.join(', ')} }, ${keysText([usual, ...under])})`
}

/** The name of the source in issues. */
function reportedSource({ source }: Binding): string {
  return isBodySource(source) ? 'body' : source
}

/** The first present value, or one of `others`. `null` counts as present for a nullable type, so `??` is not enough there. */
function firstOf(
  parts: readonly BindingSource[],
  field: Field,
  others: readonly string[],
  scope: ModuleScope,
): Item {
  const isOwn = isInherited(field.name)
  const values = parts.map((part) =>
    isOwn ? `${scope.use('own')}(${part}, ${literal(field.name)})` : propertyAccess(part, field.name),
  )
  const isSingle = values.length === 0 || (values.length === 1 && others.length === 0)
  if (!holdsNull(field.type) || isSingle) return firstPresent([...values, ...others])
  const last = others.length > 0 ? others.join(' ?? ') : (values.pop() ?? 'undefined')
  // The compiler does not narrow the second call, although its value is present or null.
  const taken = (value: string): string => (isOwn ? `${value} ?? null` : value)
  const [start = '', ...more] = values.map((value) => `${value} !== undefined ? ${taken(value)}`)
  return { start, more: [...more, last].map((one) => [':', one]) }
}
