import type { FieldType } from './field-type.ts'

type OfKind = (type: never, ...others: never[]) => unknown

/** A row for each kind of type: a result, or what makes it. A kind without a row does not compile. */
type KindTable<F extends OfKind> = F extends (type: infer T extends FieldType, ...others: infer A) => infer R
  ? { readonly [K in T['kind']]: R | ((type: T & { readonly kind: K }, ...others: A) => R) }
  : never

/** A function of types as a table of their kinds. */
export function byKind<F extends OfKind>(rows: KindTable<F>): F
export function byKind(
  rows: Readonly<Record<string, unknown>>,
): (type: FieldType, ...others: never[]) => unknown {
  return (type, ...others) => {
    const row = rows[type.kind]
    return row instanceof Function ? row(type, ...others) : row
  }
}
