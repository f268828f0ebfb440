import { catalog } from '../../diagnostics/catalog.ts'
import type { Diagnostic } from '../../diagnostics/diagnose.ts'
import { diagnose } from '../../diagnostics/diagnose.ts'
import type { RuleStep } from '../../model/rule.ts'
import type { RulePlace } from './place.ts'
import { isRepeated } from './repeated-values.ts'
import { patternCost, type Ways } from './slow-pattern.ts'

/** A pattern must be valid, stateless between texts and fast on every text. */
export function checkPattern(place: RulePlace): readonly Diagnostic[] {
  const { parameter, span } = place.rule
  if (parameter.kind !== 'pattern') return []
  const { source, flags } = parameter
  const bad = (reason: string): readonly Diagnostic[] => [diagnose(catalog.badPattern, span, reason)]
  const flag = /[^imsuv]/.exec(flags)?.[0]
  if (flag !== undefined) return bad(`flag ${flag} is not allowed; use i, m, s, u or v`)
  try {
    new RegExp(source, flags)
  } catch (error) {
    return bad(error instanceof Error ? error.message : String(error))
  }
  const why = whySlow(source, flags, place)
  return why === undefined ? [] : [diagnose(catalog.slowPattern, span, `/${source}/${flags}`, ...why)]
}

/** The longest text in a body of the default limit. */
const maxCharacters = 4 * 1024 * 1024

/** Limit for one text, about a tenth of a second. */
const maxWays = 20_000_000

/** Limit for each character if a body may hold many texts or a text of any length: about a second for 4 MiB. */
const maxWaysEach = 100

/** Why a pattern is slow, and the `max=` that would make it fast. */
function whySlow(
  source: string,
  flags: string,
  place: RulePlace,
): readonly [reason: string, most: number | undefined] | undefined {
  const cost = patternCost(source, flags)
  if (cost.kind === 'unknown') return ['is too long to analyse', undefined]
  if (cost.kind === 'exponential')
    return [`can take exponential time: ${cost.part} matches the same text in many ways`, undefined]
  const repeated = isRepeated(place)
  const isQuick = (most: number): boolean => {
    const { count } = cost.ways(most)
    return count <= maxWaysEach || (!repeated && most < maxCharacters && count * most <= maxWays)
  }
  const worst = declaredMax(place.before)
  if (isQuick(worst)) return undefined
  return [growth(cost.ways(worst)), greatest(isQuick)]
}

/** The maximum length for which it is fast. */
function greatest(isQuick: (most: number) => boolean): number | undefined {
  let [least, most] = [0, maxCharacters]
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2)
    if (isQuick(middle)) least = middle
    else most = middle
  }
  return least === 0 ? undefined : least
}

function growth({ degree, parts: [before, part] = ['', ''] }: Ways): string {
  const power = { 2: 'square', 3: 'cube' }[degree] ?? `${degree}th power`
  const time =
    degree === 1
      ? 'takes many steps per character'
      : `takes time that grows as the ${power} of the text length`
  const why =
    before === ''
      ? `it is retried at every character, and ${part} scans the rest each time`
      : `${before} and ${part} can split the same text in many ways`
  return `${time}: ${why}`
}

/** The maximum length that the rules before a pattern allow. */
function declaredMax(before: readonly RuleStep[]): number {
  const bounds = before.flatMap((step) => {
    if (step.kind !== 'rule' || step.rule.parameter.kind !== 'number') return []
    const { name, parameter } = step.rule
    if (name === 'lt') return [Number(parameter.text) - 1]
    return ['max', 'lte', 'len'].includes(name) ? [Number(parameter.text)] : []
  })
  return Math.min(maxCharacters, ...bounds)
}
