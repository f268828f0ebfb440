import { ts } from 'ts-morph'
import { spanOfNode } from '../project/spans.ts'
import type { TypeRun } from './type-run.ts'

/** Reports unresolved types in `extends`, whose properties would be dropped silently otherwise. */
export function reportUnresolvedBases(node: ts.Node, name: string, run: TypeRun): void {
  if (!ts.isInterfaceDeclaration(node)) return
  for (const base of (node.heritageClauses ?? []).flatMap(({ types }) => types)) {
    if (isUnresolved(run.checker.getTypeAtLocation(base), run.checker)) reportUnresolved(base, name, run)
  }
}

/** Reports an alias of an unresolved type. It is not an object, so nothing else checks it. */
export function reportUnresolvedAlias(node: ts.Node, run: TypeRun): boolean {
  if (!ts.isTypeAliasDeclaration(node)) return false
  if (!isUnresolved(run.checker.getTypeAtLocation(node.type), run.checker)) return false
  reportUnresolved(node.type, node.name.text, run)
  return true
}

function reportUnresolved(node: ts.Node, name: string, run: TypeRun): void {
  run.needsRealLib = true
  const use = { field: name, span: spanOfNode(node), path: { exported: name, steps: [] } }
  run.refusals.add({ use, type: node.getText(), why: undefined })
}

/** Whether this is the compiler's error type, as opposed to `any`. */
export function isUnresolved(type: ts.Type, checker: ts.TypeChecker): boolean {
  return (type.flags & ts.TypeFlags.Any) !== 0 && type !== checker.getAnyType()
}

/** Whether `any` was inferred, perhaps because the tiny library lacks a member: `(v) => v.trim()`. */
export function isInferredAny({ flags }: ts.Type, node: ts.Node): boolean {
  const isAny = (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0
  return isAny && !/\b(?:any|unknown)\b/.test(declaredText(node) ?? '')
}

/** The type of a property as in the source. */
export function declaredText(node: ts.Node): string | undefined {
  const isTyped =
    ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isIndexSignatureDeclaration(node)
  return isTyped ? node.type?.getText() : undefined
}
