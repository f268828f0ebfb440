import type { BoundField } from '../model/bound-fields.ts'
import type { ModuleScope } from './module-scope.ts'

/** A member on its way into a variable. */
export interface TakenField extends BoundField {
  readonly local: string
  /** Whether the object is not as declared without it. */
  readonly required: boolean
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
