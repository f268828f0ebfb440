import type { BoundField } from '../../model/bound-fields.ts'
import type { ObjectType } from '../../model/dto.ts'
import { isInherited } from '../../model/inherited-name.ts'
import { commentText, literal, propertyAccess } from '../text/literal.ts'
import { localNames } from '../text/local-names.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { keysOf } from '../text/source-words.ts'
import { isSparse } from './object-members.ts'
import { finished, heldType, keysConstant, maxCompared, type PairSource, takings } from './pair-values.ts'
import { type Asked, emitPart, emitSparsePart } from './part.ts'

/** Emits the body of the reader for the pairs of a query string, a form or the cookies. */
export function emitPairsPart(
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
  const isWide = keys.length > maxCompared && !names.some(isInherited)
  const bound = fields.map((one): BoundPairs => {
    const local = locals.get(one.field.name) ?? ''
    const isKept = isWide && isKeptAtOnce(one, dto, from, scope)
    return { ...one, isKept, target: isKept ? propertyAccess('some', one.field.name) : local }
  })
  for (const one of bound) {
    if (!one.isKept) writer.line(`let ${one.target}: ${orUndefined(heldType(one, dto, scope))}`)
  }
  if (isWide) {
    const keysOfAll = keysOf(
      dto,
      fields.map(({ field }) => field),
      scope,
    )
    writer.line(`const some: ${scope.use('Writable')}<${scope.use('Draft')}<${dto.name}, ${keysOfAll}>> = {}`)
  }
  emitLoop(bound, dto, from, isWide, keysConstant(`${source}${dto.name}Keys`, keys, bound, scope), scope)
  const asked = bound.map((one): Asked => {
    const { field, binding, target } = one
    return { field, binding, held: target, ...finished(one, target, dto, from, scope) }
  })
  if (!isWide || !isSparse(dto)) {
    emitPart(dto, asked, [], from, scope)
    return
  }
  for (const [i, { field, held, value }] of asked.entries()) {
    if (!bound[i]?.isKept)
      writer.line(`if (${held} !== undefined) ${propertyAccess('some', field.name)} = ${value}`)
  }
  const inSome = asked.map((one) => {
    const held = propertyAccess('some', one.field.name)
    return { ...one, held, value: held, isWhole: false }
  })
  emitSparsePart(dto, inSome, 'some', from, scope)
}

/** Skips `undefined` for types that include it. */
function orUndefined(type: string): string {
  return type === 'unknown' || type === 'undefined' ? type : `${type} | undefined`
}

/** A property with the target of its pairs: a variable, or with `isKept` a property of an object. */
interface BoundPairs extends BoundField {
  readonly target: string
  readonly isKept: boolean
}

/**
 * Whether a single pair gives the whole value of a property, which is then stored in an object at once. With a variable
 * for each of 200 properties, every iteration carries 200 values, and V8 took 0.2 s to compile the loop.
 */
function isKeptAtOnce(one: BoundField, dto: ObjectType, from: PairSource, scope: ModuleScope): boolean {
  const held = '?'
  return (
    takings(one, held, dto, from, scope).every(({ value }) => !value.includes(held)) &&
    finished(one, held, dto, from, scope).value === held
  )
}

function emitLoop(
  bound: readonly BoundPairs[],
  dto: ObjectType,
  from: PairSource,
  isWide: boolean,
  table: string,
  scope: ModuleScope,
): void {
  const { writer } = scope
  const cases = bound.flatMap((one) =>
    takings(one, one.target, dto, from, scope).map(({ key, value }) => ({ key, value, target: one.target })),
  )
  const cursor = `${scope.use(`${from.source}Pairs`)}(at, ${table})`
  writer.block(`for (const pairs = ${cursor}; pairs.next(); ) {`, () => {
    writer.block(`switch (pairs.${isWide ? 'field' : 'key'}) {`, () => {
      cases.forEach(({ key, value, target }, i) => {
        const label = isWide ? `${i} /* ${commentText(key)} */` : literal(key)
        writer.line(`case ${label}: ${target} = ${value}; break`)
      })
      writer.line('default: pairs.unknown()')
    })
  })
}
