import type { BoundField } from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'
import type { ModuleScope } from './module-scope.ts'

/** A member on its way into a variable. */
export interface TakenField extends BoundField {
  readonly local: string
  /** Whether the object is not as declared without it. */
  readonly required: boolean
}

/** That there is more than what is declared, and that it is too deep. All members that are required are there by then. */
export function restDoubt(fields: readonly TakenField[], object: ObjectType, scope: ModuleScope): string {
  const keys = scope.keysConstant(
    object.name,
    fields.map(({ binding }) => binding.key),
  )
  const deepRest = `${scope.use('hasDeepRest')}(value, ${keys}, levels - 1)`
  if (!fields.every(({ required }) => required)) return `(restCounts && ${deepRest})`
  // Members are counted twice as fast as their keys are compared.
  return `(restCounts && ${scope.use('hasMore')}(value, ${fields.length}) && ${deepRest})`
}

/** Emits what a taker gives up on: each of the doubts. */
export function emitDoubts(doubts: readonly string[], { writer }: ModuleScope): void {
  if (doubts.length === 0) return
  const oneLine = `if (${doubts.join(' || ')}) return undefined`
  if (writer.fits(oneLine)) {
    writer.line(oneLine)
    return
  }
  writer.line('if (')
  writer.indented(() => {
    writer.lines(doubts.map((doubt, i) => (i < doubts.length - 1 ? `${doubt} ||` : doubt)))
  })
  writer.block(') {', () => writer.line('return undefined'))
}
