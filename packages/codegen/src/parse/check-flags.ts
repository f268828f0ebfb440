import { ts } from './compiler.ts'

/** What the compiler knows of a property that it made itself, `CheckFlags`; 0 of any other. It tells that only itself. */
export function checkFlagsOf(property: ts.Symbol): number {
  if ((property.flags & ts.SymbolFlags.Transient) === 0) return 0
  const read: unknown = Reflect.get(ts, 'getCheckFlags')
  return typeof read === 'function' ? Number(read(property)) : 0
}
