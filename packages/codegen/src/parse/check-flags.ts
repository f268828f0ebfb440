import { ts } from './compiler.ts'

const getCheckFlags: unknown = Reflect.get(ts, 'getCheckFlags')

/** The compiler's internal `CheckFlags` of a synthesized property; 0 for others. */
export function checkFlagsOf(property: ts.Symbol): number {
  if ((property.flags & ts.SymbolFlags.Transient) === 0) return 0
  return typeof getCheckFlags === 'function' ? Number(getCheckFlags(property)) : 0
}
