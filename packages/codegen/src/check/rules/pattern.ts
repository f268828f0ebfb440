import { catalog } from '../../diagnostics/catalog.ts'
import { diagnose } from '../../diagnostics/diagnose.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { RuleStep } from '../../model/rule.ts'
import type { RulePlace } from './place.ts'
import { isRepeated } from './repeated-values.ts'
import { patternCost, type Ways } from './slow-pattern.ts'

/** A pattern must be an expression that keeps nothing between two texts, and that no text keeps busy. */
export function checkPattern(place: RulePlace): readonly Diagnostic[] {
  const { parameter, span } = place.rule
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
  const why = whySlow(source, flags, place)
  return why === undefined ? [] : [diagnose(catalog.slowPattern, span, `/${source}/${flags}`, ...why)]
}

/** A text of a body of the usual limit may have as many. */
const mostCharacters = 4 * 1024 * 1024

/** The ways to try one text: about a tenth of a second. */
const mostWays = 20_000_000

/** The ways for each character where one body may hold many texts, or a text of any length: about a second for 4 MiB. */
const mostWaysEach = 100

/** What takes long, and the `max=` with which it would not. */
function whySlow(
  source: string,
  flags: string,
  place: RulePlace,
): readonly [reason: string, most: number | undefined] | undefined {
  const cost = patternCost(source, flags)
  if (cost.kind === 'unknown') return ['is too long to tell', undefined]
  if (cost.kind === 'exponential')
    return [`can take exponential time: ${cost.part} matches one text in many ways`, undefined]
  const repeated = isRepeated(place)
  const isQuick = (most: number): boolean => {
    const { count } = cost.ways(most)
    return count <= mostWaysEach || (!repeated && most < mostCharacters && count * most <= mostWays)
  }
  const worst = mostSaid(place.before)
  if (isQuick(worst)) return undefined
  return [growth(cost.ways(worst)), greatest(isQuick)]
}

/** The greatest length for which it is quick. */
function greatest(isQuick: (most: number) => boolean): number | undefined {
  let [least, most] = [0, mostCharacters]
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
      ? 'needs many steps for each character'
      : `takes a time that grows as the ${power} of the text's length`
  const why =
    before === ''
      ? `it is tried at every character, and ${part} takes what is left each time`
      : `${before} and ${part} can share one text in many ways`
  return `${time}: ${why}`
}

/** The most characters that the rules before a pattern let through. */
function mostSaid(before: readonly RuleStep[]): number {
  const bounds = before.flatMap((step) => {
    if (step.kind !== 'rule' || step.rule.parameter.kind !== 'number') return []
    const { name, parameter } = step.rule
    if (name === 'lt') return [Number(parameter.text) - 1]
    return ['max', 'lte', 'len'].includes(name) ? [Number(parameter.text)] : []
  })
  return Math.min(mostCharacters, ...bounds)
}
