import type { BoundField } from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'
import { type FieldType, nonNull } from '../model/field-type.ts'
import { isInherited } from '../model/inherited-name.ts'
import {
  finished,
  heldType,
  keysConstant,
  mostCompared,
  type PairSource,
  takings,
} from './emit-pair-values.ts'
import { commentText, literal, propertyAccess, propertyKey } from './literal.ts'
import { localNames } from './local-names.ts'
import type { ModuleScope } from './module-scope.ts'
import { keysOf } from './source-words.ts'
import { isSparse } from './sparse.ts'

/** Emits the loop over the pairs of a query string, a form or the cookies. */
export function emitPairsDraft(
  dto: ObjectType,
  fields: readonly BoundField[],
  source: PairSource['source'],
  scope: ModuleScope,
): void {
  const { writer } = scope
  const from: PairSource = { source, zero: dto.missing === 'zero' }
  const names = fields.map(({ field }) => field.name)
  const locals = localNames(names, (name) => scope.isTaken(name))
  const keys = fields.flatMap((one) => takings(one, '', dto, from, scope).map(({ key }) => key))
  const isWide = keys.length > mostCompared && !names.some(isInherited)
  const bound = fields.map((one): BoundPairs => {
    const local = locals.get(one.field.name) ?? ''
    return { ...one, target: isWide && isKeptAtOnce(one, dto, from, scope) ? undefined : local }
  })
  for (const one of bound) {
    if (one.target !== undefined)
      writer.line(`let ${one.target}: ${heldType(one, dto, from, scope)} | undefined`)
  }
  if (bound.some(({ target }) => target !== undefined)) writer.blank()
  const table = keysConstant(`${source}${dto.name}Keys`, keys, scope)
  writer.line(`const pairs = ${scope.use(`${source}Pairs`)}(c, faults, ${table})`)
  if (isWide) {
    const draft = `${scope.use('Draft')}<${dto.name}, ${keysOf(
      dto,
      fields.map(({ field }) => field),
    )}>`
    writer.line(`const ${source}: ${scope.use('Writable')}<${draft}> = {}`)
  }
  emitLoop(bound, dto, from, isWide, scope)
  writer.blank()
  if (isWide) emitLate(bound, dto, from, scope)
  else emitLiteral(bound, dto, from, scope)
}

/** A property with the variable that its pairs fill; without one they fill the draft. */
interface BoundPairs extends BoundField {
  readonly target: string | undefined
}

/**
 * Whether a pair gives the whole value of a property, so that it goes into the draft at once. A variable for each of 200
 * properties is one more value that each round of the loop hands to the next: V8 took 0.2 s to compile that.
 */
function isKeptAtOnce(one: BoundField, dto: ObjectType, from: PairSource, scope: ModuleScope): boolean {
  const held = '?'
  return (
    takings(one, held, dto, from, scope).every(({ value }) => !value.includes(held)) &&
    finished(one, held, dto, from, scope) === held
  )
}

function emitLoop(
  bound: readonly BoundPairs[],
  dto: ObjectType,
  from: PairSource,
  isWide: boolean,
  scope: ModuleScope,
): void {
  const { writer } = scope
  const cases = bound.flatMap((one) => {
    const target = one.target ?? propertyAccess(from.source, one.field.name)
    return takings(one, target, dto, from, scope).map(({ key, value }) => ({ key, value, target }))
  })
  writer.block('while (pairs.next()) {', () => {
    writer.block(`switch (pairs.${isWide ? 'field' : 'key'}) {`, () => {
      cases.forEach(({ key, value, target }, i) => {
        const label = isWide ? `${i} /* ${commentText(key)} */` : literal(key)
        writer.line(`case ${label}: ${target} = ${value}; break`)
      })
      writer.line('default: pairs.unknown()')
    })
  })
}

/** What is in variables joins the draft. An empty value is one of text only, and nothing of any other type. */
function emitLate(bound: readonly BoundPairs[], dto: ObjectType, from: PairSource, scope: ModuleScope): void {
  for (const one of bound) {
    if (one.target === undefined) continue
    const value = finished(one, one.target, dto, from, scope)
    scope.writer.line(
      `if (${one.target} !== undefined) ${propertyAccess(from.source, one.field.name)} = ${value}`,
    )
  }
  const isDense = bound.every((one) => one.target === undefined && isText(one.field.type))
  const [before, after] = isSparse(dto) && !isDense ? [`${scope.use('dense')}(`, ')'] : ['', '']
  scope.writer.line(`return ${before}${from.source}${after}`)
}

function isText(type: FieldType): boolean {
  const target = nonNull(type)
  return target.kind === 'scalar' && target.scalar === 'string'
}

function emitLiteral(
  bound: readonly BoundPairs[],
  dto: ObjectType,
  from: PairSource,
  scope: ModuleScope,
): void {
  const members = bound.map((one) => {
    const value = finished(one, one.target ?? '', dto, from, scope)
    return value === one.field.name ? value : `${propertyKey(one.field.name)}: ${value}`
  })
  const [before, after] = isSparse(dto) ? [`${scope.use('dense')}(`, ')'] : ['', '']
  scope.writer.filled(`return ${before}{`, members, `}${after}`, ' ')
}
