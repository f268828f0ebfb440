import { ts } from './compiler.ts'

const getCheckFlags: unknown = Reflect.get(ts, 'getCheckFlags')

/** What the compiler knows of a property that it made itself, `CheckFlags`; 0 of any other. It tells that only itself. */
export function checkFlagsOf(property: ts.Symbol): number {
  if ((property.flags & ts.SymbolFlags.Transient) === 0) return 0
  return typeof getCheckFlags === 'function' ? Number(getCheckFlags(property)) : 0
}
