import type { BoundField } from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'
import { finished, heldType, type PairSource, takings } from './emit-pair-values.ts'
import { literal, propertyKey } from './literal.ts'
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
  writer.line(`const pairs = ${scope.use(`${source}Pairs`)}(c, faults)`)
  writer.block('while (pairs.next()) {', () => {
    writer.block('switch (pairs.key) {', () => {
      for (const one of fields) {
        for (const { key, value } of takings(one, local(one), dto, from, scope)) {
          writer.line(`case ${literal(key)}: ${local(one)} = ${value}; break`)
        }
      }
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
