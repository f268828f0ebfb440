import { catalog } from '../../diagnostics/catalog.ts'
import { diagnose } from '../../diagnostics/diagnose.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { RulePlace } from './place.ts'
import { slowPart } from './slow-pattern.ts'

/** A pattern must be an expression that keeps nothing between two texts. */
export function checkPattern({ rule }: RulePlace): readonly Diagnostic[] {
  const { parameter, span } = rule
  if (parameter.kind !== 'pattern') return []
  const { source, flags } = parameter
  const bad = (reason: string): readonly Diagnostic[] => [diagnose(catalog.badPattern, span, reason)]
  const flag = /[^imsuv]/.exec(flags)?.[0]
  if (flag !== undefined) return bad(`the flag ${flag} is none of i, m, s, u and v`)
  try {
    new RegExp(source, flags)
  } catch (error) {
    return bad(error instanceof Error ? error.message : String(error))
  }
  const part = slowPart(source, flags)
  return part === undefined ? [] : [diagnose(catalog.slowPattern, span, `/${source}/${flags}`, part)]
}
