import type { RuntimeName } from './runtime-names.ts'

/** Those that the runtime has, by the rule's name: too long to stand in each file that has the rule. */
export const sharedPatterns: Readonly<Record<string, RuntimeName>> = {
  email: 'emailPattern',
  rgb: 'rgbPattern',
  rgba: 'rgbaPattern',
  hsl: 'hslPattern',
  hsla: 'hslaPattern',
  iscolor: 'colorPattern',
}

const token = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[A-Za-z]|.)|\[(?:\\.|[^\]\\])*\]|\.|[^\\[]/gsu
/** Escapes that stand for other things without the flag u than with it. */
const otherEscape = /\\(?:[pPkB]|u\{)/
const firstHalf = 0xd800
const lastHalf = 0xdfff

/**
 * Whether an expression without flags takes the same with the flag u, which JSON Schema asks for: it must be one with it,
 * and have nothing that takes one half of a character beyond U+FFFF.
 */
export function meansTheSameInUnicode(source: string): boolean {
  if (!isExpression(source) || otherEscape.test(source)) return false
  return [...source.matchAll(token)].every(([one]) => !takesHalf(one))
}

function isExpression(source: string): boolean {
  try {
    new RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}

function takesHalf(one: string): boolean {
  if (/^[()*+?{}|^$\]]$/.test(one)) return false
  if (one.length > 1 && !/^[\\[]/.test(one)) return true
  const expression = new RegExp(`^${one}$`)
  for (let unit = firstHalf; unit <= lastHalf; unit++) {
    if (expression.test(String.fromCharCode(unit))) return true
  }
  return false
}
