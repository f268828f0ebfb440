import { ts } from 'ts-morph'
import { tagsBefore } from '../tags/comment-tags.ts'
import { literalMembersOf } from './parse-union.ts'
import type { TypeRun } from './type-run.ts'

type IsObject = (type: ts.Type) => boolean

/**
 * Omits each object that repeats an earlier one, tags included. Code generators write a schema out wherever it is used, and to
 * the compiler these are different types.
 * @param objects types that {@link isObject}, in the order of the source
 */
export function withoutRepeats(
  objects: readonly ts.Type[],
  isObject: IsObject,
  run: TypeRun,
): readonly ts.Type[] {
  const pairs = new TypePairs(isObject, run)
  const kept = new Map<string, ts.Type[]>()
  for (const type of objects) {
    // Most objects differ in a literal, which is cheap to see.
    const literals = literalMembersOf(type, run.checker).flatMap(([, values]) => values.map(String))
    const key = `${memberNames(type)} ${literals.join()}`
    const alike = kept.get(key) ?? []
    if (!alike.some((one) => pairs.isSame(one, type))) alike.push(type)
    kept.set(key, alike)
  }
  return [...kept.values()].flat()
}

const names = new WeakMap<ts.Type, string>()

/** Equal for types that may be the same. */
export function memberNames(type: ts.Type): string {
  const known = names.get(type) ?? JSON.stringify(type.getProperties().map(({ name }) => name))
  names.set(type, known)
  return known
}

/** Whether pairs of types are the same but for their names. */
class TypePairs {
  readonly #isObject: IsObject
  readonly #run: TypeRun
  /** The pairs that are the same if those around them are. */
  readonly #same: (readonly [ts.Type, ts.Type])[] = []
  readonly #isKnown = new Map<ts.Type, Map<ts.Type, boolean>>()

  constructor(isObject: IsObject, run: TypeRun) {
    this.#isObject = isObject
    this.#run = run
  }

  isSame(a: ts.Type, b: ts.Type): boolean {
    const known = a === b || this.#isKnown.get(a)?.get(b)
    if (known !== undefined) return known
    const before = this.#same.push([a, b]) - 1
    this.#note(a, b, true)
    const isSame = this.#haveSameParts(a, b)
    if (isSame) return true
    for (const [one, other] of this.#same.splice(before)) this.#isKnown.get(one)?.delete(other)
    this.#note(a, b, false)
    return false
  }

  #note(a: ts.Type, b: ts.Type, isSame: boolean): void {
    const ofType = this.#isKnown.get(a) ?? new Map<ts.Type, boolean>()
    this.#isKnown.set(a, ofType.set(b, isSame))
  }

  #haveSameParts(a: ts.Type, b: ts.Type): boolean {
    const { checker } = this.#run
    if (a.isUnion() && b.isUnion()) {
      const others = new Set(b.types)
      const isIn = (one: ts.Type): boolean =>
        others.has(one) || b.types.some((other) => this.isSame(one, other))
      return a.types.length === b.types.length && a.types.every(isIn)
    }
    if (checker.isArrayType(a) && checker.isArrayType(b)) {
      const [one, other] = [a, b].map((list) => checker.getTypeArguments(list as ts.TypeReference)[0])
      return a.symbol === b.symbol && one !== undefined && other !== undefined && this.isSame(one, other)
    }
    return this.#isObject(a) && this.#isObject(b) && this.#haveSameMembers(a, b)
  }

  #haveSameMembers(a: ts.Type, b: ts.Type): boolean {
    const { checker } = this.#run
    const [one, other] = [a, b].map((type) => checker.getIndexInfosOfType(type)[0])
    const isSameIndex =
      one === other || (one?.keyType === other?.keyType && one && other && this.isSame(one.type, other.type))
    return (
      isSameIndex === true &&
      memberNames(a) === memberNames(b) &&
      a.getProperties().every((member, i) => this.#isSameMember(member, b.getProperties()[i] ?? member))
    )
  }

  #isSameMember(one: ts.Symbol, other: ts.Symbol): boolean {
    // Both inherit it.
    if (one === other) return true
    const isOptional = ({ flags }: ts.Symbol): boolean => (flags & ts.SymbolFlags.Optional) !== 0
    const { checker } = this.#run
    return (
      isOptional(one) === isOptional(other) &&
      this.#tagsOf(one) === this.#tagsOf(other) &&
      this.isSame(checker.getTypeOfSymbol(one), checker.getTypeOfSymbol(other))
    )
  }

  #tagsOf({ declarations = [] }: ts.Symbol): string {
    const tags = declarations.flatMap((node) => tagsBefore(node, this.#run).tags)
    const asked = tags.filter(({ name, text }) => this.#run.names.isAsked(name, text))
    return JSON.stringify(asked.map(({ name, text }) => [name, text]))
  }
}
