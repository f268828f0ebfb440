import type { Field, ObjectType } from '../model/dto.ts'
import { isInherited } from '../model/inherited-name.ts'
import type { Source } from '../model/source.ts'
import { binderFallback } from './binder-fallback.ts'
import { isTakenWhole } from './emit-draft-taker.ts'
import { fallback } from './emit-fallback.ts'
import { emitResult, type LocalField } from './emit-object.ts'
import { literal, propertyAccess } from './literal.ts'
import { localNames } from './local-names.ts'
import type { ModuleScope } from './module-scope.ts'
import { keysOf, resultType } from './source-words.ts'
import { isSparse } from './sparse.ts'

/** One source's draft in a binder. */
export interface Part {
  readonly variable: string
  readonly has: (field: Field) => boolean
}

/** How the result of a binder is made of what its sources had. */
export interface Filling {
  readonly dto: ObjectType
  readonly fields: readonly Field[]
  /** The variables of the drafts. */
  readonly drafts: readonly string[]
  readonly values: readonly FilledField[]
  /** Whether properties that may stay out are taken as they came, and not looked for. */
  readonly isSparse: boolean
  /** The argument of `faults.check`. */
  readonly order: string
}

interface FilledField extends LocalField {
  readonly value: string
}

/** Finds, for each property, what takes it from the drafts, from `out`, or from its fallback. */
export function fillingOf(
  dto: ObjectType,
  fields: readonly Field[],
  parts: readonly Part[],
  sources: readonly Source[],
  scope: ModuleScope,
  order = '',
): Filling {
  const locals = localNames(
    fields.map(({ name }) => name),
    (name) => scope.isTaken(name),
  )
  const sparse = isSparse(dto)
  const values = fields.flatMap((field): readonly FilledField[] => {
    const otherwise = fallback(field, binderFallback(dto, field, sources, scope), scope)
    const held = parts
      .filter((part) => part.has(field))
      .map((part) => heldValue(part.variable, field.name, false, scope))
    if (otherwise === undefined && (held.length === 0 || sparse)) return []
    const out = otherwise === undefined ? [] : [heldValue('out', field.name, true, scope)]
    const value = firstOf([...held, ...out], otherwise, field)
    return [{ field, local: locals.get(field.name) ?? '', value, mayBeAbsent: otherwise === undefined }]
  })
  const drafts = parts.map(({ variable }) => variable)
  return { dto, fields, drafts, values, isSparse: sparse && drafts.length > 0, order }
}

/** Whether two fillings of a DTO make the same. */
export function isSameFilling(a: Filling, b: Filling): boolean {
  if (a === b) return true
  return (
    a.fields.length === b.fields.length &&
    a.values.length === b.values.length &&
    a.order === b.order &&
    a.drafts.join() === b.drafts.join() &&
    a.fields.every((field, i) => field === b.fields[i]) &&
    a.values.every(({ value }, i) => value === b.values[i]?.value)
  )
}

/** Whether a function that knows only the drafts can fill the same: no property asks what was sent. */
export function isSharable({ values }: Filling): boolean {
  return !values.some(({ value }) => /\(c[,)]/.test(value))
}

/** Emits the line of each property, then the result. */
export function emitFilling(
  filling: Filling,
  scope: ModuleScope,
  {
    finish,
    isChecked = false,
  }: { finish?: readonly [before: string, after: string]; isChecked?: boolean } = {},
): void {
  const { dto, fields, values, drafts, order } = filling
  const { writer } = scope
  for (const { local, value } of values) {
    writer.assign(`const ${local} =`, value)
  }
  if (values.length > 0) writer.blank()
  writer.line(`faults.check(${order})`)
  const into = scope.use('into')
  const others = filling.isSparse
    ? `${scope.use('present')}<${dto.name}, ${keysOf(dto, fields)}>(${drafts.join(', ')})`
    : undefined
  const type = resultType(dto, fields)
  // The compiler would take the type of what is checked from the check, which may be about what is left out here.
  const isNamed = isChecked && values.length < fields.length
  emitResult(values, type, (open) => [`${into}(out, ${open}`, ')'], scope, { finish, others, isNamed })
}

/**
 * The function that binders share when they fill the same from a draft of the same name. `index` is the same for fillings
 * of a DTO that are.
 */
export function sharedFilling(filling: Filling, index: number, scope: ModuleScope): string {
  const { dto, fields, drafts } = filling
  return scope.function(`fill${dto.name}`, `fill ${dto.name} ${index}`, (name) => {
    const { writer } = scope
    const draft = `${scope.use('Draft')}<${dto.name}, ${keysOf(dto, fields)}>`
    const parameters = [
      ...drafts.map((variable) => `${variable}: ${draft}`),
      `out: Partial<${dto.name}> | undefined`,
      `faults: ${scope.use('Faults')}`,
    ]
    writer.line(`/** Makes a {@link ${dto.name}} of what was read, of \`out\`, and of defaults. */`)
    writer.list(`function ${name}(`, parameters, `): ${resultType(dto, fields)} {`)
    writer.indented(() => {
      const [draft = '', ...others] = drafts
      if (others.length === 0 && fields.length === dto.fields.length && isTakenWhole(dto, scope)) {
        writer.line(`if (out === undefined && faults.isResult<${dto.name}>(${draft})) return ${draft}`)
        writer.blank()
      }
      emitFilling(filling, scope)
    })
    writer.line('}')
  })
}

/** What a draft or `out` has of a property: how to ask for it, and how to take it when it is there and may be null. */
interface HeldValue {
  readonly asked: string
  readonly taken: string
}

function heldValue(object: string, name: string, maybe: boolean, scope: ModuleScope): HeldValue {
  const asked = ownAccess(object, name, maybe, scope)
  // The compiler does not know that a second call gives the same; what is taken is there, or null.
  return { asked, taken: isInherited(name) ? `${asked} ?? null` : propertyAccess(object, name) }
}

/** A property of a draft or of `out`, which may lack it, and must not be taken from the prototype then. */
function ownAccess(object: string, name: string, maybe: boolean, scope: ModuleScope): string {
  if (isInherited(name)) return `${scope.use('own')}(${object}, ${literal(name)})`
  return propertyAccess(object, name, maybe ? '?.' : '.')
}

/** The first value that is there. `null` is one for a type that has it, so `??` will not do there. */
function firstOf(values: readonly HeldValue[], otherwise: string | undefined, field: Field): string {
  const [only] = values
  if (otherwise === undefined && values.length === 1 && only !== undefined) return only.asked
  if (field.type.kind !== 'nullable') {
    const asked = values.map((value) => value.asked)
    return [...asked, ...(otherwise === undefined ? [] : [otherwise])].join(' ?? ') || 'undefined'
  }
  return [
    ...values.map(({ asked, taken }) => `${asked} !== undefined ? ${taken} : `),
    otherwise ?? 'undefined',
  ].join('')
}
