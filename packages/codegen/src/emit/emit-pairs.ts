import type { BoundField } from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'
import {
  finished,
  heldType,
  keysConstant,
  mostCompared,
  type PairSource,
  takings,
} from './emit-pair-values.ts'
import { commentText, literal, propertyKey } from './literal.ts'
import { localNames } from './local-names.ts'
import type { ModuleScope } from './module-scope.ts'

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
  const local = (one: BoundField): string => locals.get(one.field.name) ?? ''
  for (const one of fields) writer.line(`let ${local(one)}: ${heldType(one, dto, from, scope)} | undefined`)
  writer.blank()
  const cases = fields.flatMap((one) =>
    takings(one, local(one), dto, from, scope).map(({ key, value }) => ({ key, value, target: local(one) })),
  )
  const isWide = cases.length > mostCompared
  const keys = keysConstant(
    `${source}${dto.name}Keys`,
    cases.map(({ key }) => key),
    scope,
  )
  writer.line(`const pairs = ${scope.use(`${source}Pairs`)}(c, faults, ${keys})`)
  writer.block('while (pairs.next()) {', () => {
    writer.block(`switch (pairs.${isWide ? 'field' : 'key'}) {`, () => {
      cases.forEach(({ key, value, target }, i) => {
        const label = isWide ? `${i} /* ${commentText(key)} */` : literal(key)
        writer.line(`case ${label}: ${target} = ${value}; break`)
      })
      writer.line('default: pairs.unknown()')
    })
  })
  writer.blank()
  const members = fields.map((one) => {
    const value = finished(one, local(one), dto, from, scope)
    return value === one.field.name ? value : `${propertyKey(one.field.name)}: ${value}`
  })
  writer.list('return {', members, '}', ' ')
}
