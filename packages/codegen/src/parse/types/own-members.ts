import { ts } from 'ts-morph'

/**
 * For each object a member that all others forbid (`name?: never`); one object may have none. `undefined` if two objects
 * have none.
 */
export function findOwnMembers(
  objects: readonly ts.Type[],
  checker: ts.TypeChecker,
): readonly (string | undefined)[] | undefined {
  const all = objects.map((object) => membersOf(object, checker))
  const forbidding = new Map<string, number>()
  for (const { forbidden } of all)
    for (const name of forbidden) forbidding.set(name, (forbidding.get(name) ?? 0) + 1)
  // Few names are forbidden by all objects but one, and an object may have hundreds.
  const candidates = [...forbidding].flatMap(([name, count]) => (count === objects.length - 1 ? [name] : []))
  const own = all.map(({ present }) =>
    candidates.flatMap((name) => {
      const member = present.get(name)
      return member?.isRequired ? [{ name, isNullable: member.isNullable }] : []
    }),
  )
  const first = own.map((some) => some.sort(byFitness)[0])
  const without = first.filter((one) => one === undefined).length
  // If one object has no such member, a `null` does not identify another.
  if (without > 1 || (without === 1 && first.some((one) => one?.isNullable))) return undefined
  return first.map((one) => one?.name)
}

/** Whether an object has a member as `name: undefined`, without a `?`. */
export function hasEmptyMember(object: ts.Type, name: string, checker: ts.TypeChecker): boolean {
  const property = object.getProperty(name)
  if (property === undefined || property.flags & ts.SymbolFlags.Optional) return false
  return isNothing(checker.getTypeOfSymbol(property))
}

interface OwnMember {
  readonly name: string
  readonly isNullable: boolean
}

/** Independent of the compiler's order of objects. */
function byFitness(a: OwnMember, b: OwnMember): number {
  return Number(a.isNullable) - Number(b.isNullable) || (a.name < b.name ? -1 : 1)
}

interface Members {
  readonly present: ReadonlyMap<string, { readonly isRequired: boolean; readonly isNullable: boolean }>
  /** `name?: never` */
  readonly forbidden: ReadonlySet<string>
}

/** An object of a package may stand in hundreds of unions. */
const cache = new WeakMap<ts.Type, Members>()

function membersOf(object: ts.Type, checker: ts.TypeChecker): Members {
  const known = cache.get(object) ?? declaredMembers(object, checker)
  cache.set(object, known)
  return known
}

/** Declared members only; the checker would also find those of `Object`. */
function declaredMembers(object: ts.Type, checker: ts.TypeChecker): Members {
  const present = new Map<string, { isRequired: boolean; isNullable: boolean }>()
  const forbidden = new Set<string>()
  for (const property of object.getProperties()) {
    const { name } = property
    const type = checker.getTypeOfSymbol(property)
    if (name === '__proto__' || name.startsWith('__@')) continue
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0 || holds(type, mayBeAbsent)
    if (isNothing(type)) forbidden.add(name)
    else present.set(name, { isRequired: !isOptional, isNullable: holds(type, ts.TypeFlags.Null) })
  }
  return { present, forbidden }
}

const nothing = ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never
const mayBeAbsent = nothing | ts.TypeFlags.Any | ts.TypeFlags.Unknown

/** Whether the type has no value but `undefined`: `never`, `undefined`, `void`. */
export function isNothing(type: ts.Type): boolean {
  return (type.isUnion() ? type.types : [type]).every(({ flags }) => (flags & nothing) !== 0)
}

function holds(type: ts.Type, wanted: number): boolean {
  return (type.isUnion() ? type.types : [type]).some(({ flags }) => (flags & wanted) !== 0)
}
