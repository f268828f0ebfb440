import { ts } from 'ts-morph'
import { twoOfAKind, type Unbindable, unbindable } from '../../diagnostics/unbindable.ts'
import type { TypeStep } from '../../model/dto.ts'
import {
  type BranchType,
  type FieldType,
  type LiteralValue,
  nonNull,
  type ObjectReference,
  onlyNull,
  type RecursiveType,
  type ScalarName,
} from '../../model/field-type.ts'
import { isPlainJson, nestedNames } from '../../model/type-parts.ts'
import { boundKindsOf } from '../../model/value-kind.ts'
import { namedPackageType } from '../project/foreign-path.ts'
import { isFunction, isGlobal, isList, isRuntimeType } from '../project/library-types.ts'
import { inDeclaredOrder, typesInDeclaredOrder } from './declared-order.ts'
import { isJsonAlias, isJsonObject } from './json-alias.ts'
import { type KindGroup, kindGroups, whyNoMembers } from './kind-groups.ts'
import { areApart, isListType, type ListBranch, listSteps } from './list-unions.ts'
import { findOwnMembers, hasEmptyMember } from './own-members.ts'
import {
  type Intersected,
  intersectedOf,
  isKindOf,
  isSameType,
  looselyOf,
  openLiterals,
  ownIndexOf,
  whyNoBrand,
} from './parse-brand.ts'
import { parseClass } from './parse-class.ts'
import { parseTemplates } from './parse-template.ts'
import {
  branchStep,
  branchSteps,
  enumOf,
  findDiscriminant,
  isEnumBeside,
  isEnumLiteral,
  literalOf,
  valuelessMember,
} from './parse-union.ts'
import { numberKeysOf } from './record-keys.ts'
import { isWithoutKeys, typeText, whyNoObject, whyNot } from './refused-type.ts'
import { memberNames, withoutRepeats } from './repeated-types.ts'
import type { TypeRun } from './type-run.ts'
import { EndlessType, itemUse, partUse, type TypeNamer, type TypeUse } from './type-use.ts'
import { declaredText, isInferredAny, isUnresolved } from './unresolved.ts'

/** The type as binders see it; `undefined` after a diagnostic for an unsupported type. */
export function parseFieldType(
  type: ts.Type,
  use: TypeUse,
  run: TypeRun,
  namer: TypeNamer,
): FieldType | undefined {
  return new TypeParser(run, namer, namer.refused(use)).parse(type, use)
}

// Each level takes one or two steps. A body may be 32 levels deep (`maxDepth`), so requests stay below this limit.
const maxSteps = 200

class TypeParser {
  readonly #run: TypeRun
  readonly #namer: TypeNamer
  /** The unions and maps around the type that is being parsed, to detect recursion. */
  readonly #open = new Map<ts.Type, Recursion>()
  readonly #refused: Set<ts.Type>

  constructor(run: TypeRun, namer: TypeNamer, refused: Set<ts.Type>) {
    this.#run = run
    this.#namer = namer
    this.#refused = refused
  }

  parse(type: ts.Type, use: TypeUse): FieldType | undefined {
    if (use.path.steps.length > maxSteps) throw new EndlessType(use)
    const unknown = this.#unknownOf(type, use)
    if (unknown !== undefined) return unknown
    const intersected = intersectedOf(type)
    if (intersected && intersected.marks.length > 0) return this.#branded(type, intersected, use)
    const scalar = this.#scalarOf(type)
    if (scalar !== undefined) return { kind: 'scalar', scalar }
    if (type.isUnion()) return this.#union(type, use)
    if (valuelessMember([type]) !== undefined) return this.#refuseValueless(type, type, use)
    const literal = literalOf(type, this.#run.checker)
    if (literal !== undefined) return { kind: 'literals', values: [literal], isEnum: isEnumLiteral(type) }
    const template = parseTemplates([type])
    if (template !== undefined) return template
    if (type.flags & ts.TypeFlags.Null) return onlyNull
    if (intersected !== undefined) return this.parse(intersected.primitive, use)
    if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return this.#object(type, use)
    return this.#refuse(type, use)
  }

  #scalarOf(type: ts.Type): ScalarName | undefined {
    // A runtime type is named after its declaration.
    if (type.flags & (ts.TypeFlags.Number | ts.TypeFlags.BigInt) && isRuntimeType(type))
      return type.symbol.name as ScalarName
    if (type.flags & ts.TypeFlags.String) return 'string'
    if (type.flags & ts.TypeFlags.Number) return 'float64'
    if (type.flags & ts.TypeFlags.BigInt) return 'bigint'
    if (type.flags & ts.TypeFlags.Boolean) return 'boolean'
    return isGlobal(type, 'Date') ? 'Date' : undefined
  }

  /** A type without any check of its own: `unknown`, `object`, or an alias of all JSON. */
  #unknownOf(type: ts.Type, { node }: TypeUse): FieldType | undefined {
    const { any, checker } = this.#run
    const isAny =
      any === 'unknown' && (type.flags & ts.TypeFlags.Any) !== 0 && !isUnresolved(type, this.#run.checker)
    if (isAny || type.flags & ts.TypeFlags.Unknown) {
      // The reduced library of this program may lack the source of the inference.
      if (isInferredAny(type, node)) this.#run.needsRealLib = true
      return { kind: 'unknown', isObject: false, isAlias: false }
    }
    if (type.flags & ts.TypeFlags.NonPrimitive) return { kind: 'unknown', isObject: true, isAlias: false }
    const isAlias = type.isUnion() && isJsonAlias(type, checker)
    return isAlias ? { kind: 'unknown', isObject: false, isAlias } : undefined
  }

  #branded(type: ts.Type, intersected: Intersected, use: TypeUse): FieldType | undefined {
    const refusal = whyNoBrand(intersected, this.#run.checker)
    if (refusal !== undefined) return this.#refuse(type, use, refusal)
    const of = this.parse(intersected.primitive, use)
    return of && this.#withBrand(type, of, use)
  }

  /** `('a' | 'b') & { __brand: 'Mode' }`, which the compiler distributes over the union. */
  #brandedLiterals(
    members: readonly ts.Type[],
    literals: readonly LiteralValue[],
    whole: ts.Type,
    use: TypeUse,
  ): FieldType | undefined {
    const { checker } = this.#run
    for (const member of members) {
      const intersected = intersectedOf(member)
      const refusal = intersected && whyNoBrand(intersected, checker)
      if (refusal !== undefined) return this.#refuse(whole, use, refusal)
    }
    const primitives = members.map((member) => intersectedOf(member)?.primitive ?? member)
    return this.#withBrand(checker.getNonNullableType(whole), this.#literals(primitives, literals, use), use)
  }

  #withBrand(type: ts.Type, of: FieldType, use: TypeUse): FieldType | undefined {
    if (of.kind === 'scalar' || (of.kind === 'literals' && !of.isEnum))
      return { ...of, brand: this.#namer.brand(type, use, of) }
    return this.#refuse(type, use, unbindable.noBrand)
  }

  #union(type: ts.UnionType, use: TypeUse): FieldType | undefined {
    // The objects in it depend on the rules of type arguments.
    if (use.around.size > 0) return this.#newUnion(type, use)
    const known = this.#namer.unions.get(use.node)?.get(type)
    if (known !== undefined) return known
    const found = this.#newUnion(type, use)
    if (found === undefined) return undefined
    const ofNode = this.#namer.unions.get(use.node) ?? new Map<ts.Type, FieldType>()
    this.#namer.unions.set(use.node, ofNode.set(type, found))
    return found
  }

  #newUnion(type: ts.UnionType, use: TypeUse): FieldType | undefined {
    const isNullable = type.types.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0)
    // `Json` and `Json | undefined` are one recursive type.
    const present = this.#run.checker.getNonNullableType(type)
    const whole = present.isUnion() ? present : type
    const of = this.#recursive(whole, use, () => this.#presentUnion(type, use))
    return of !== undefined && isNullable ? { kind: 'nullable', of } : of
  }

  /** Parses a type that may be recursive; a recursive type gets a name for references from inside. */
  #recursive(type: ts.Type, use: TypeUse, parse: () => FieldType | undefined): FieldType | undefined {
    // Unions that contain each other would otherwise take exponential time.
    const known = this.#namer.recursives.get(type)
    if (known !== undefined || this.#refused.has(type)) return known
    const around = this.#open.get(type)
    if (around !== undefined) {
      around.name ??= this.#namer.recursive(type, around.use)
      const inside = { kind: 'recursive' as const, name: around.name, objects: [], isPlain: true, kinds: [] }
      around.inside.push(inside)
      return inside
    }
    const open: Recursion = { use, name: undefined, inside: [] }
    this.#open.set(type, open)
    const of = parse()
    this.#open.delete(type)
    if (of === undefined) this.#refused.add(type)
    if (of === undefined || open.name === undefined) return of
    const made: RecursiveType = {
      kind: 'recursive',
      name: open.name,
      objects: [...new Set(nestedNames(of))],
      isPlain: isPlainJson(of),
      kinds: boundKindsOf([of]),
    }
    for (const inside of open.inside) Object.assign(inside, made)
    this.#namer.define(open.name, of)
    this.#namer.recursives.set(type, made)
    return made
  }

  #presentUnion(type: ts.UnionType, use: TypeUse): FieldType | undefined {
    const isNull = (member: ts.Type): boolean => (member.flags & ts.TypeFlags.Null) !== 0
    const members = type.types.filter((member) => !(member.flags & ts.TypeFlags.Undefined))
    const values = members.filter((member) => !isNull(member) && !isImpossible(member, this.#run.checker))
    return this.#members(this.#withoutRepeats(values, use), type, partUse(use, { kind: 'present' }))
  }

  /** Types that the source exports stay, since their names are part of its interface. */
  #withoutRepeats(members: readonly ts.Type[], use: TypeUse): readonly ts.Type[] {
    const objects = members.filter((one) => !this.#namer.isExported(one) && this.#isPlainObject(one))
    if (new Set(objects.map(memberNames)).size === objects.length) return members
    const isObject = (one: ts.Type): boolean => this.#isPlainObject(one)
    const inOrder = typesInDeclaredOrder(objects, use.node, this.#run.checker)
    const kept = withoutRepeats(inOrder, isObject, this.#run)
    return members.filter((one) => kept.includes(one) || !objects.includes(one))
  }

  #members(members: readonly ts.Type[], whole: ts.Type, use: TypeUse): FieldType | undefined {
    const [only] = members
    if (members.length === 1 && only !== undefined) return this.parse(only, use)
    const valueless = valuelessMember(members)
    if (valueless !== undefined) return this.#refuseValueless(valueless, whole, use)
    const literals = members.map((member) =>
      literalOf(intersectedOf(member)?.primitive ?? member, this.#run.checker),
    )
    if (literals.every((value) => value !== undefined) && !isEnumBeside(members)) {
      if (!members.some((member) => intersectedOf(member))) return this.#literals(members, literals, use)
      const plain = members.filter((member) => intersectedOf(member) === undefined)
      const plainLiterals = plain.flatMap((member) => literalOf(member, this.#run.checker) ?? [])
      // The brand of `'a' | ('a' & { __brand: 'b' })` tells nothing.
      if (literals.every((value) => plainLiterals.includes(value)))
        return this.#literals(plain, plainLiterals, use)
      // A literal with two brands is ambiguous.
      if (new Set(literals).size === literals.length)
        return this.#brandedLiterals(members, literals, whole, use)
    }
    // `'red' | (string & {})` accepts any string; the literals are completions for editors.
    const loose = members.map(looselyOf).find((one) => one !== undefined)
    if (loose !== undefined && members.every((one) => isKindOf(one, loose))) return this.parse(loose, use)
    const open = openLiterals(members)
    if (open !== undefined) return this.#branded(this.#run.checker.getNonNullableType(whole), open, use)
    const template = parseTemplates(members)
    if (template !== undefined) return template
    if (isNumberOrBigint(members)) return { kind: 'scalar', scalar: 'number | bigint' }
    const [group, ...others] = kindGroups(members, this.#run.checker)
    if (group !== undefined && others.length > 0) return this.#anyOf([group, ...others], whole, use)
    if (group?.kind === 'object') return this.#objectUnion(members, whole, use)
    if (group?.kind === 'array') return this.#listUnion(members, whole, use)
    return this.#refuse(whole, use, twoOfAKind(group?.kind ?? 'object'))
  }

  #refuseValueless(member: ts.Type, whole: ts.Type, use: TypeUse): undefined {
    const name = this.#run.checker.typeToString(member)
    const value = literalOf(member, this.#run.checker)
    const refusal =
      value === undefined ? unbindable.computedMember(name) : unbindable.endlessMember(name, value)
    this.#refuse(whole, use, refusal)
  }

  /** A union whose members differ in the kind of their decoded values. */
  #anyOf(groups: readonly KindGroup[], whole: ts.Type, use: TypeUse): FieldType | undefined {
    const members = groups.map(({ kind, types }) => {
      // For literals with a shared brand, the compiler keeps the brand on the whole union only.
      const isMarked = types.length > 1 && types.some((one) => intersectedOf(one)?.marks.length)
      const isBranded = isMarked && openLiterals(types) === undefined
      if (isBranded) return this.#refuse(whole, use, unbindable.brandedLiterals)
      return this.#members(types, whole, partUse(use, { kind: 'ofKind', of: kind }))
    })
    if (!members.every((member) => member !== undefined)) return undefined
    const refusal = whyNoMembers(members, groups, this.#run)
    if (refusal !== undefined) return this.#refuse(whole, use, refusal)
    return { kind: 'union', tag: 'kind', branches: members.map((one) => ({ type: nonNull(one) })) }
  }

  #literals(
    members: readonly ts.Type[],
    literals: readonly LiteralValue[],
    use: TypeUse,
  ): FieldType & { kind: 'scalar' | 'literals' } {
    const isBoolean = literals.length === 2 && literals.every((value) => typeof value === 'boolean')
    if (isBoolean) return { kind: 'scalar', scalar: 'boolean' }
    const values = inDeclaredOrder(literals, use.node, this.#run.checker)
    const named = enumOf(members, this.#run.checker)
    return { kind: 'literals', values, isEnum: members.some(isEnumLiteral), ...(named && { named }) }
  }

  /** A union of objects with distinct literals in a shared required member. */
  #objectUnion(members: readonly ts.Type[], whole: ts.Type, use: TypeUse): FieldType | undefined {
    if (!members.every((member) => this.#isPlainObject(member))) return this.#choice(members, whole, use)
    const discriminant = findDiscriminant(members, this.#run.checker)
    if (discriminant === undefined) return this.#unionByMember(members, whole, use)
    const { name } = discriminant
    const branches = members
      .map((member, i) => ({ member, values: discriminant.values[i] ?? [] }))
      .sort((a, b) => (String(a.values[0]) < String(b.values[0]) ? -1 : 1))
      .map(({ member, values }) => {
        const branch = partUse(use, { kind: 'branch', member: name, values })
        return { type: this.#objectOf(member, branch), values }
      })
    return { kind: 'union', tag: 'literal', member: name, branches }
  }

  /** A union of objects that each have a member of their own; one object may have none. */
  #unionByMember(members: readonly ts.Type[], whole: ts.Type, use: TypeUse): FieldType | undefined {
    const own = findOwnMembers(members, this.#run.checker)
    if (own === undefined) return this.#choice(members, whole, use)
    const names = own.filter((name) => name !== undefined).sort()
    const isEmptyIn = (name: string): boolean =>
      members.some((member) => hasEmptyMember(member, name, this.#run.checker))
    const filled = names.some(isEmptyIn) && ({ filled: true } as const)
    const branches = members
      .map((type, i) => ({ type, member: own[i] }))
      // The object without a member of its own is last.
      .sort((a, b) => ((a.member ?? '\uffff') < (b.member ?? '\uffff') ? -1 : 1))
      .map(({ type, member }) => {
        const step: TypeStep =
          member === undefined
            ? { kind: 'lacking', members: names, ...filled }
            : { kind: 'having', member, ...filled }
        return { type: this.#objectOf(type, partUse(use, step)), member }
      })
    return { kind: 'union', tag: 'member', branches }
  }

  /** A union of objects that no member always distinguishes. */
  #choice(members: readonly ts.Type[], whole: ts.Type, use: TypeUse): FieldType | undefined {
    const { checker } = this.#run
    const branches = typesInDeclaredOrder(members, use.node, checker).map((member) => {
      const steps = this.#namer.isExported(member)
        ? [branchStep(member, members, checker)]
        : branchSteps(member, members, checker)
      if (steps === undefined)
        return this.#refuse(member, use, whyNoObject(member, checker) ?? unbindable.unreachableBranch)
      return this.parse(member, steps.reduce(partUse, use))
    })
    if (!branches.every((one) => one !== undefined)) return undefined
    return branches.every(isBranchType)
      ? { kind: 'union', tag: 'fit', branches: branches.map((type) => ({ type })) }
      : this.#refuse(whole, use, twoOfAKind('object'))
  }

  /** A union of lists that differ in a literal, in length or in the kinds of their elements. */
  #listUnion(members: readonly ts.Type[], whole: ts.Type, use: TypeUse): FieldType | undefined {
    const lists = typesInDeclaredOrder(members, use.node, this.#run.checker)
    const steps = listSteps(lists, this.#run.checker)
    const types = steps.map((step, i) => lists[i] && this.parse(lists[i], partUse(use, step)))
    if (!types.every((one) => one !== undefined)) return undefined
    const branches: readonly ListBranch[] = types.flatMap((type, i) =>
      isListType(type) ? [{ type, literals: steps[i]?.of.literals }] : [],
    )
    return branches.length === types.length && areApart(branches)
      ? { kind: 'union', tag: 'fit', branches }
      : this.#refuse(whole, use, twoOfAKind('array'))
  }

  #objectOf(type: ts.Type, use: TypeUse): ObjectReference {
    return { kind: 'object', name: this.#namer.object(type, use) }
  }

  #isPlainObject(type: ts.Type): boolean {
    const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0
    if (!isObject || isList(type, this.#run.checker) || intersectedOf(type) !== undefined) return false
    return whyNoObject(type, this.#run.checker) === undefined
  }

  #object(type: ts.Type, use: TypeUse): FieldType | undefined {
    const { checker } = this.#run
    if (checker.isTupleType(type)) return this.#tuple(type as ts.TupleTypeReference, use)
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type as ts.TypeReference)
      const parsed = element && this.parse(element, partUse(use, { kind: 'element' }))
      return parsed && { kind: 'list', element: parsed, ...(hasHoles(element) && { hasHoles: true }) }
    }
    if (type.symbol?.name === 'FileHeader' && isRuntimeType(type)) return { kind: 'file' }
    if (type.symbol?.name === 'FileStream' && isRuntimeType(type)) return { kind: 'file', isStream: true }
    if (isGlobal(type, 'Uint8Array')) {
      const isAny = /^Uint8Array(<ArrayBufferLike>)?$/.test(checker.typeToString(type))
      return isAny ? { kind: 'bytes' } : this.#refuse(type, use, unbindable.ownBuffer)
    }
    if (type.isClass()) return parseClass(type, use.node, this.#run) ?? this.#refuseClass(type, use)
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String)
    if (isJsonObject(type, checker))
      return { kind: 'record', value: { kind: 'unknown', isObject: false, isAlias: true } }
    const isRecord = index !== undefined && type.getProperties().length === 0 && !isFunction(type)
    if (isRecord && !isWithoutKeys(type, checker)) {
      return this.#recursive(type, use, () => {
        const value = this.parse(index.type, partUse(use, { kind: 'element' }))
        return value && { kind: 'record', value }
      })
    }
    const own = ownIndexOf(type, checker)
    if (own !== undefined) return this.#keyedRecord(type, own, use)
    const refusal = whyNoObject(type, checker)
    if (refusal === unbindable.openKeys) {
      const [declared] = checker.getIndexInfosOfType(type).flatMap(({ declaration }) => declaration ?? [])
      return this.#refuse(type, use, refusal, declared)
    }
    if (refusal !== undefined) return this.#refuse(type, use, refusal)
    return this.#objectOf(type, use)
  }

  /** `Record<number, T>`, `Record<UserId, T>` */
  #keyedRecord(type: ts.Type, index: ts.IndexInfo, use: TypeUse): FieldType | undefined {
    if (intersectedOf(index.keyType) === undefined) {
      const keys = numberKeysOf(type, index, this.#run.checker)
      const scalar = keys && this.#scalarOf(keys)
      if (scalar === undefined) return this.#refuse(type, use, unbindable.openKeys)
      return this.#recursive(type, use, () => {
        const value = this.parse(index.type, partUse(use, { kind: 'element' }))
        return value && { kind: 'record', value, keys: scalar }
      })
    }
    // The index signature loses the alias of its key type.
    const named = type.aliasTypeArguments?.find((one) => isSameType(one, index.keyType))
    const key = this.parse(named ?? index.keyType, partUse(use, { kind: 'keys' }))
    if (key?.kind !== 'scalar' || key.brand === undefined) return undefined
    const value = this.parse(index.type, partUse(use, { kind: 'values' }))
    const keys = key.scalar === 'string' ? {} : { keys: key.scalar }
    return value && { kind: 'record', value, ...keys, brand: key.brand }
  }

  #tuple(type: ts.TupleTypeReference, use: TypeUse): FieldType | undefined {
    // The unions that hold a union hold its tuples again.
    if (this.#refused.has(type)) return undefined
    const found = this.#newTuple(type, use)
    if (found === undefined) this.#refused.add(type)
    return found
  }

  #newTuple(type: ts.TupleTypeReference, use: TypeUse): FieldType | undefined {
    const { elementFlags } = type.target
    const elements = this.#run.checker.getTypeArguments(type)
    const isOptional = (i: number): boolean => ((elementFlags[i] ?? 0) & ts.ElementFlags.Optional) !== 0
    const parsed = elements.map((element, i) => this.parse(element, itemUse(use, i, isOptional(i))))
    if (!parsed.every((element) => element !== undefined)) return undefined
    const restIndex = elementFlags.findIndex((flags) => (flags & ts.ElementFlags.Variable) !== 0)
    if (restIndex !== -1 && restIndex !== parsed.length - 1) {
      return this.#refuse(type, use, unbindable.restNotLast)
    }
    const holes = elements.flatMap((element, i) => (hasHoles(element) && !isOptional(i) ? [i] : []))
    return {
      kind: 'tuple',
      elements: restIndex === -1 ? parsed : parsed.slice(0, restIndex),
      required: elementFlags.filter((flags) => (flags & ts.ElementFlags.Required) !== 0).length,
      rest: restIndex === -1 ? undefined : parsed[restIndex],
      ...(holes.length > 0 && { holes }),
    }
  }

  #refuseClass(type: ts.Type, use: TypeUse): undefined {
    return this.#refuse(type, use, unbindable.class, type.symbol.declarations?.[0])
  }

  #refuse(type: ts.Type, use: TypeUse, why?: Unbindable, declared?: ts.Node): undefined {
    const text = typeText(type, this.#run.checker)
    const unresolved = isUnresolved(type, this.#run.checker) && declaredText(use.node)
    if (isInferredAny(type, use.node)) this.#run.needsRealLib = true
    const around = declared ?? namedPackageType(use.node, this.#run)
    if (unresolved) {
      this.#run.needsRealLib = true
      this.#run.refusals.add({ use, type: unresolved, why: undefined, declared: around })
    } else {
      this.#run.refusals.add({ use, type: text, why: why ?? whyNot(type), declared: around })
    }
    return undefined
  }
}

/** Whether an intersection has no value, as `{ kind: 'a' } & { kind: 'b' }`, which the compiler keeps in a union. */
function isImpossible(type: ts.Type, checker: ts.TypeChecker): boolean {
  return type.isIntersection() && checker.isTypeAssignableTo(type, checker.getNeverType())
}

interface Recursion {
  readonly use: TypeUse
  name: string | undefined
  readonly inside: RecursiveType[]
}

function isBranchType(type: FieldType): type is BranchType {
  return type.kind === 'object' || type.kind === 'record'
}

/** `number | bigint`, without aliases of the runtime. */
function isNumberOrBigint(members: readonly ts.Type[]): boolean {
  const flags = members.map((one) => (isRuntimeType(one) ? 0 : one.flags))
  const has = (flag: number): boolean => flags.some((one) => (one & flag) !== 0)
  return members.length === 2 && has(ts.TypeFlags.Number) && has(ts.TypeFlags.BigInt)
}

/** Whether `undefined` is one of the types of an element. */
function hasHoles(element: ts.Type): boolean {
  return element.isUnion() && holdsUndefined(element)
}

/** Whether a type includes `undefined`. */
export function holdsUndefined(type: ts.Type): boolean {
  if (type.flags & ts.TypeFlags.Unknown) return true
  return type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0)
}
