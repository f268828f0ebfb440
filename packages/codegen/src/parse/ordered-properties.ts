import { checkFlagsOf } from './check-flags.ts'
import type { ts } from './compiler.ts'
import { inDeclaredOrder } from './declared-order.ts'

/**
 * The properties of a type in an order that no other source changes: a mapped type (`Pick<User, 'b' | 'a'>`) has them in the
 * order in which the compiler first met each name, wherever that was.
 *
 * @param node where the type is declared or used, whose text may name the properties.
 */
export function orderedProperties(
  type: ts.Type,
  node: ts.Node,
  checker: ts.TypeChecker,
): readonly ts.Symbol[] {
  const properties = type.getProperties()
  if (!properties.some(isMapped)) return properties
  return runsOf(properties).flatMap((run) => {
    const [first] = run
    return first !== undefined && isMapped(first) ? inOrder(run, node, checker) : run
  })
}

/** `CheckFlags.Mapped` of the compiler. */
const mappedFlag = 1 << 18

function isMapped(property: ts.Symbol): boolean {
  return (checkFlagsOf(property) & mappedFlag) !== 0
}

/** Neighbours that are all mapped, or all not. */
function runsOf(properties: readonly ts.Symbol[]): readonly (readonly ts.Symbol[])[] {
  const runs: ts.Symbol[][] = []
  let before: boolean | undefined
  for (const property of properties) {
    const now = isMapped(property)
    if (now === before) runs.at(-1)?.push(property)
    else runs.push([property])
    before = now
  }
  return runs
}

/** Those that somebody declared as they stand there, then the others as their names do. */
function inOrder(run: readonly ts.Symbol[], node: ts.Node, checker: ts.TypeChecker): readonly ts.Symbol[] {
  const declared = run.filter(({ declarations }) => declarations?.[0] !== undefined).sort(byPlace)
  const others = new Map(run.filter((one) => !declared.includes(one)).map((one) => [one.name, one]))
  const names = inDeclaredOrder([...others.keys()], node, checker)
  return [...declared, ...names.flatMap((name) => others.get(String(name)) ?? [])]
}

function byPlace(a: ts.Symbol, b: ts.Symbol): number {
  const [one, other] = [a.declarations?.[0], b.declarations?.[0]]
  if (one === undefined || other === undefined) return 0
  const [path, otherPath] = [one.getSourceFile().fileName, other.getSourceFile().fileName]
  return path === otherPath ? one.pos - other.pos : path < otherPath ? -1 : 1
}
