import type { Binding, Field } from '../../model/dto.ts'
import { holdsNull } from '../../model/field-type.ts'
import { isInherited } from '../../model/inherited-name.ts'
import { type BindingSource, isBodySource } from '../../model/source.ts'
import type { AllMember } from '../../plan/all-plan.ts'
import { type DtoPlan, sourceOf } from '../../plan/dto-plan.ts'
import type { Fallback, RequiredBelow } from '../../plan/fallback.ts'
import { planPlaces } from '../../plan/places.ts'
import { type Code, code, type FunctionBody, type Statement } from '../text/code.ts'
import type { FunctionText, ModuleScope } from '../text/module-scope.ts'
import { resultType } from '../text/source-words.ts'
import { assign } from '../text/statements.ts'
import { absentText, keysText } from './absent-text.ts'
import { isSparse } from './object-members.ts'
import { at } from './reader-names.ts'
import { openCopy, openResult, type ResultMember, resultOf, withBefore } from './result.ts'
import { sourceReader } from './source-reader.ts'

/** The function that reads every source of a DTO. `body` holds the readers of each body format. */
export function allReader(plan: DtoPlan, body: Code, scope: ModuleScope): FunctionText {
  const { all } = plan
  // A property without a source may still be missing.
  const isRead = all.sources.length > 0 || all.members.some(({ fallback }) => fallback.kind !== 'nothing')
  const reads = sourceStatements(plan, body, scope)
  return { parameters: isRead ? at : code``, body: withBefore(reads, allResult(plan, scope)) }
}

function sourceStatements(plan: DtoPlan, body: Code, scope: ModuleScope): readonly Statement[] {
  const { dto } = plan
  const { order, shared, sources } = plan.all
  const reads = sources.map((source) => {
    const read =
      source === 'body'
        ? code`${scope.use('readAnyBody')}${bodyType(plan, scope)}(at, ${body})`
        : code`${sourceReader(sourceOf(plan, source), scope)}(at)`
    return code`const ${code.word(source)} = ${read}`
  })
  const { drafts } = planPlaces(dto, dto.fields, dto.order, scope.module)
  const named = drafts.filter((one) => one !== undefined).map(code.word)
  return [
    ...(order === undefined ? [] : [code`at.order = [${order}]`]),
    ...(shared.length === 0 ? [] : [code`at.shared = [${code.filled(shared)}]`]),
    ...reads,
    ...(shared.length === 0 ? [] : [code`at.shared = undefined`]),
    ...(named.length === 0 ? [] : [code`at.drafts = { ${named} }`]),
  ]
}

/** The type argument for the joint properties of all body formats, where no single format has all of them. */
export function bodyType({ dto, body }: DtoPlan, scope: ModuleScope): Code {
  return body === undefined || body.isAlike
    ? code``
    : code`<${code.types([resultType(dto, body.fields, scope)])}>`
}

function allResult({ dto, all: { sources, members: all } }: DtoPlan, scope: ModuleScope): FunctionBody {
  const locals = scope.locals(dto.fields.map((field) => field.name))
  const before: Statement[] = []
  // Undeclared keys come with the properties that only the body has.
  const isOpen = dto.index !== undefined && sources.includes('body')
  const members = all.flatMap((one): readonly ResultMember[] => {
    const { field, parts, fallback, mayBeAbsent } = one
    const [only = 'body'] = parts
    const value = code.member(code.word(only), field.name)
    if (isOpen && parts.length === 1 && only === 'body') return []
    if (mayBeAbsent || fallback.kind === 'nothing') {
      if (isSparse(dto) || parts.length === 0) return []
      if (parts.length === 1 && !isInherited(field.name))
        return [{ field, value, onlyIf: code`${value} !== undefined` }]
      const local = locals.get(field.name) ?? value
      before.push(assign(code`const ${local} =`, firstOf(parts, field, [], scope)))
      return [{ field, value: local, onlyIf: code`${local} !== undefined` }]
    }
    // The source always sets it, although the type of an optional property allows `undefined`.
    if (parts.length === 1) return [{ field, value: field.optional ? code`${value}!` : value }]
    const otherwise =
      fallback.kind === 'value'
        ? [absentText(fallback, { field, owner: dto.name, key: field.name }, scope)]
        : missingText(one, fallback, scope)
    return [{ field, value: firstOf(parts, field, otherwise, scope) }]
  })
  const own = scope.ownType(dto.name)
  if (isOpen) {
    const open = { start: openCopy(code`body`), result: code`result` }
    return withBefore(before, openResult(members, own, open, scope))
  }
  const others = isSparse(dto)
    ? code`${scope.use('present')}<${own}, keyof ${own}>(${sources.map(code.word)})`
    : undefined
  return withBefore(before, resultOf(members, own, scope, others))
}

function missingText(
  { field, bindings }: AllMember,
  { below }: Fallback & { kind: 'issue' },
  scope: ModuleScope,
): readonly Code[] {
  const asked = below.length === 0 ? [undefined] : below
  const issues = asked.map((one) => missingCall(field, bindings, scope, one))
  return [code`at.existing(${field.name})`, ...issues]
}

/** Reports a missing property, in the source that requires it, else in the first, under its key there. */
function missingCall(
  field: Field,
  bindings: readonly Binding[],
  scope: ModuleScope,
  below: RequiredBelow | undefined,
): Code {
  const asking = bindings.find((one) => (below === undefined ? one.required : one.source === below.source))
  const first = asking ?? bindings[0]
  const under = below?.keys ?? []
  if (first === undefined) return code`at.missing(${[field.name, 'body']})`
  const source = reportedSource(first)
  const ofBody = bindings.filter((one) => source === 'body' && isBodySource(one.source))
  const isNamedAlike = ofBody.every((one) => one.key === first.key)
  const others = bindings.filter((one) => reportedSource(one) !== source)
  const places = [...new Set(others.map((one) => `${reportedSource(one)} ${one.key}`))]
  const asked = isNamedAlike ? keysText([first.key, ...under]) : sentName(ofBody, first.key, under, scope)
  return code`at.missing(${[asked, source, ...(places.length > 0 ? [code`[${places}]`] : [])]})`
}

/** The key in the format of the request, which is the name that the client knows. */
function sentName(
  bindings: readonly Binding[],
  usual: string,
  under: readonly string[],
  scope: ModuleScope,
): Code {
  const others = bindings.filter((one) => one.key !== usual)
  const names = others.map((one) => code`${code.key(one.source)}: ${keysText([one.key, ...under])}`)
  return code`${scope.use('sentName')}(${[code`at.c`, code`{ ${names} }`, keysText([usual, ...under])]})`
}

/** The name of the source in issues. */
function reportedSource({ source }: Binding): string {
  return isBodySource(source) ? 'body' : source
}

/** The first present value, or one of `others`. `null` counts as present for a nullable type, so `??` is not enough there. */
function firstOf(
  parts: readonly BindingSource[],
  field: Field,
  others: readonly Code[],
  scope: ModuleScope,
): Code {
  const isOwn = isInherited(field.name)
  const values = parts.map((part) =>
    isOwn
      ? code`${scope.use('own')}(${[code.word(part), field.name]})`
      : code.member(code.word(part), field.name),
  )
  const isSingle = values.length === 0 || (values.length === 1 && others.length === 0)
  if (!holdsNull(field.type) || isSingle) return code.firstPresent([...values, ...others])
  const last = others.length > 0 ? code.firstPresent(others) : (values.pop() ?? code`undefined`)
  // The compiler does not narrow the second call, although its value is present or null.
  const taken = (value: Code): Code => (isOwn ? code`${value} ?? null` : value)
  const [start = last, ...more] = values.map((value) => code`${value} !== undefined ? ${taken(value)}`)
  return code.chain(
    start,
    [...more, last].map((one) => [':', one]),
  )
}
