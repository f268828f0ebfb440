import { ts } from 'ts-morph'
import { inDeclaredOrder } from './declared-order.ts'

/**
 * The properties of a type in an order independent of other sources. The compiler orders those of a mapped type
 * (`Pick<User, 'b' | 'a'>`) by the first occurrence of each name in the whole program.
 *
 * @param node the declaration or use of the type, whose text may list the properties
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

/** Whether a mapped type made the property: the compiler made its symbol, without a declaration of its value. */
function isMapped({ flags, valueDeclaration }: ts.Symbol): boolean {
  return (flags & ts.SymbolFlags.Transient) !== 0 && valueDeclaration === undefined
}

/** Groups neighbours that are all mapped, or all not. */
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

/** Declared properties by position, then the others in the declared order of their names. */
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
