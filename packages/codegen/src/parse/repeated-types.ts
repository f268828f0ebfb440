import { tagsBefore } from './comment-tags.ts'
import { ts } from './compiler.ts'
import type { ParseRun } from './parse-run.ts'

/**
 * Omits each object that repeats an earlier one, tags included. Code generators write a schema out wherever it is used, and to
 * the compiler these are different types.
 */
export function withoutRepeats(types: readonly ts.Type[], run: ParseRun): readonly ts.Type[] {
  const anonymous = types.filter(isAnonymous)
  if (anonymous.length < 2) return types
  const kept = new Map<string, ts.Type[]>()
  // In the order of the source, since the compiler's order depends on the other files of the program.
  for (const type of anonymous.sort((a, b) => startOf(a) - startOf(b))) {
    const key = type.getProperties().map(({ name }) => name)
    const alike = kept.get(key.join()) ?? []
    if (!alike.some((one) => isRepeat(one, type, run, new Map()))) alike.push(type)
    kept.set(key.join(), alike)
  }
  const all = new Set([...kept.values()].flat())
  return types.filter((one) => all.has(one) || !isAnonymous(one))
}

/** An object type literal, which only its properties describe. */
function isAnonymous(type: ts.Type): boolean {
  const { aliasSymbol, symbol } = type
  if (aliasSymbol !== undefined || symbol === undefined || type.isUnionOrIntersection()) return false
  const isLiteral = (symbol.flags & ts.SymbolFlags.TypeLiteral) !== 0
  return isLiteral && type.getCallSignatures().length + type.getConstructSignatures().length === 0
}

function startOf({ symbol }: ts.Type): number {
  return symbol.declarations?.[0]?.pos ?? 0
}

/** @param open the pairs around the two types, which are taken to be the same */
function isRepeat(a: ts.Type, b: ts.Type, run: ParseRun, open: Map<ts.Type, ts.Type>): boolean {
  if (a === b || open.get(a) === b) return true
  if (a.isUnion() && b.isUnion()) {
    const isIn = (one: ts.Type): boolean => b.types.some((other) => isRepeat(one, other, run, open))
    return a.types.length === b.types.length && a.types.every(isIn)
  }
  const { checker } = run
  if (checker.isArrayType(a) && checker.isArrayType(b)) {
    const [one, other] = [a, b].map((list) => checker.getTypeArguments(list as ts.TypeReference)[0])
    return (
      one !== undefined && other !== undefined && a.symbol === b.symbol && isRepeat(one, other, run, open)
    )
  }
  if (!isAnonymous(a) || !isAnonymous(b)) return false
  open.set(a, b)
  const members = a.getProperties()
  const isSame =
    members.length === b.getProperties().length &&
    members.every((one) => isSameMember(one, b.getProperty(one.name), run, open)) &&
    isSameIndex(a, b, run, open)
  open.delete(a)
  return isSame
}

function isSameMember(
  one: ts.Symbol,
  other: ts.Symbol | undefined,
  run: ParseRun,
  open: Map<ts.Type, ts.Type>,
): boolean {
  if (other === undefined || isOptional(one) !== isOptional(other)) return false
  const [type, otherType] = [one, other].map((member) => run.checker.getTypeOfSymbol(member))
  if (type === undefined || otherType === undefined) return false
  return tagsOf(one, run) === tagsOf(other, run) && isRepeat(type, otherType, run, open)
}

function isOptional({ flags }: ts.Symbol): boolean {
  return (flags & ts.SymbolFlags.Optional) !== 0
}

function tagsOf({ declarations = [] }: ts.Symbol, run: ParseRun): string {
  const tags = declarations.flatMap((node) => tagsBefore(node, run).tags)
  const asked = tags.filter(({ name, text }) => run.names.isAsked(name, text))
  return JSON.stringify(asked.map(({ name, text }) => [name, text]))
}

function isSameIndex(a: ts.Type, b: ts.Type, run: ParseRun, open: Map<ts.Type, ts.Type>): boolean {
  const [some, others] = [a, b].map((type) => run.checker.getIndexInfosOfType(type))
  if (some === undefined || others === undefined || some.length !== others.length) return false
  return some.every((one, i) => {
    const other = others[i]
    return other?.keyType === one.keyType && isRepeat(one.type, other.type, run, open)
  })
}
