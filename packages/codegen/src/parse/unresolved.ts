import { catalog } from '../diagnostics/catalog.ts'
import { ts } from './compiler.ts'
import { type ParseRun, spanOfNode } from './parse-run.ts'

/** An interface extends what cannot be found, whose properties nobody would miss. */
export function reportUnresolvedBases(node: ts.Node, name: string, run: ParseRun): void {
  if (!ts.isInterfaceDeclaration(node)) return
  for (const base of (node.heritageClauses ?? []).flatMap(({ types }) => types)) {
    if (isUnresolved(run.checker.getTypeAtLocation(base))) reportUnresolved(base, name, run)
  }
}

/** A type alias that stands for what cannot be found is no object, so nothing else looks at it. */
export function reportUnresolvedAlias(node: ts.Node, run: ParseRun): boolean {
  if (!ts.isTypeAliasDeclaration(node)) return false
  if (!isUnresolved(run.checker.getTypeAtLocation(node.type))) return false
  reportUnresolved(node.type, node.name.text, run)
  return true
}

function reportUnresolved(node: ts.Node, name: string, run: ParseRun): void {
  run.foundUnresolved = true
  run.report(catalog.unresolvedType, spanOfNode(node), name, node.getText())
}

/** The compiler's type for what has an error, which is no `any` that somebody wrote. */
export function isUnresolved(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.Any) !== 0 && Reflect.get(type, 'intrinsicName') === 'error'
}

/** Whether nobody wrote that anything fits: our small library may lack what it is inferred from, `(v) => v.trim()` say. */
export function isInferredAny({ flags }: ts.Type, node: ts.Node): boolean {
  const isAny = (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0
  return isAny && !/\b(?:any|unknown)\b/.test(declaredText(node) ?? '')
}

/** What the source says of a property's type. */
export function declaredText(node: ts.Node): string | undefined {
  const isProperty = ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)
  return isProperty ? node.type?.getText() : undefined
}
