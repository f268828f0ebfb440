import { ts } from 'ts-morph'
import { patternText } from './migrated.ts'
import type { Draft } from './type-draft.ts'

/** The rule of a regular expression, also in a constant; `undefined` for one that the rule cannot be. */
export function patternRule(node: ts.Expression | undefined, draft: Draft): string | undefined {
  const text = literalOf(node, draft)
  if (text === undefined) return undefined
  const end = text.lastIndexOf('/')
  return patternOf(text.slice(1, end), text.slice(end + 1))
}

/** `pattern=/…/` for an expression, which has to be one with the flag `u`, as rules read it. */
export function patternOf(source: string, flags: string): string | undefined {
  const kept = flags.replaceAll(/[dgy]/g, '')
  const unicode = /[uv]/.test(kept) ? kept : `${kept}u`
  const found = [source, withoutNeedlessEscapes(source)].find((one) => isExpression(one, unicode))
  return found === undefined ? undefined : `pattern=${patternText(`/${found}/${kept.replace('u', '')}`)}`
}

function literalOf(node: ts.Expression | undefined, draft: Draft): string | undefined {
  if (node === undefined) return undefined
  if (ts.isRegularExpressionLiteral(node)) return node.text
  const declaration = draft.declarationOf(node)
  return declaration && ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined
    ? literalOf(ts.isIdentifier(declaration.initializer) ? undefined : declaration.initializer, draft)
    : undefined
}

function isExpression(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags)
    return true
  } catch {
    return false
  }
}

/** `[\\_]` as `[_]`: the flag `u` takes an escape only before a character that means something. */
function withoutNeedlessEscapes(source: string): string {
  let isInside = false
  return source.replace(/\\(.)|[[\]]/gs, (part, escaped: string | undefined) => {
    if (escaped === undefined) isInside = part === '['
    const isNeedless =
      escaped !== undefined && /[^\w\s^$\\.*+?()[\]{}|/]|_/.test(escaped) && !(escaped === '-' && isInside)
    return isNeedless ? escaped : part
  })
}
