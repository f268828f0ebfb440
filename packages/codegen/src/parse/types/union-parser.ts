import { ts } from 'ts-morph'
import { twoOfAKind, type Unbindable, unbindable } from '../../diagnostics/unbindable.ts'
import type { TypeStep } from '../../model/dto.ts'
import {
  type BranchType,
  type FieldType,
  type LiteralValue,
  nonNull,
  type ObjectReference,
} from '../../model/field-type.ts'
import { isList, isRuntimeType } from '../project/library-types.ts'
import { typesInDeclaredOrder } from './declared-order.ts'
import { type KindGroup, kindGroups, whyNoMembers } from './kind-groups.ts'
import { areApart, isListType, type ListBranch, listSteps } from './list-unions.ts'
import { findOwnMembers, hasEmptyMember } from './own-members.ts'
import {
  type BrandIntersection,
  intersectedOf,
  isKindOf,
  looselyOf,
  openLiterals,
  whyNoBrand,
} from './parse-brand.ts'
import { parseTemplates } from './parse-template.ts'
import {
  branchStep,
  branchSteps,
  findDiscriminant,
  isEnumBeside,
  literalOf,
  valuelessMember,
} from './parse-union.ts'
import { literalIn, literalsType } from './plain-types.ts'
import { whyNoObject } from './refused-type.ts'
import { memberNames, withoutRepeats } from './repeated-types.ts'
import type { TypeRun } from './type-run.ts'
import { partUse, type TypeNamer, type TypeUse } from './type-use.ts'

/** The parser of the types in a union. */
export interface PartParser {
  parse(type: ts.Type, use: TypeUse): FieldType | undefined
  branded(type: ts.Type, intersected: BrandIntersection, use: TypeUse): FieldType | undefined
  withBrand(type: ts.Type, of: FieldType, use: TypeUse): FieldType | undefined
  refuse(type: ts.Type, use: TypeUse, why?: Unbindable): undefined
}

/** Parses unions, of literals, of kinds, of objects and of lists. */
export class UnionParser {
  readonly #run: TypeRun
  readonly #namer: TypeNamer
  readonly #parts: PartParser

  constructor(run: TypeRun, namer: TypeNamer, parts: PartParser) {
    this.#run = run
    this.#namer = namer
    this.#parts = parts
  }

  /** A union, without `null` and `undefined`. */
  parse(type: ts.UnionType, use: TypeUse): FieldType | undefined {
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
    if (members.length === 1 && only !== undefined) return this.#parts.parse(only, use)
    const valueless = valuelessMember(members)
    if (valueless !== undefined) return this.refuseValueless(valueless, whole, use)
    const literals = members.map((member) => literalIn(member, this.#run.checker))
    if (literals.every((value) => value !== undefined) && !isEnumBeside(members)) {
      if (!members.some((member) => intersectedOf(member)))
        return literalsType(members, literals, use.node, this.#run.checker)
      const plain = members.filter((member) => intersectedOf(member) === undefined)
      const plainLiterals = plain.flatMap((member) => literalOf(member, this.#run.checker) ?? [])
      // The brand of `'a' | ('a' & { __brand: 'b' })` distinguishes nothing.
      if (literals.every((value) => plainLiterals.includes(value)))
        return literalsType(plain, plainLiterals, use.node, this.#run.checker)
      // A literal with two brands is ambiguous.
      if (new Set(literals).size === literals.length)
        return this.#brandedLiterals(members, literals, whole, use)
    }
    // `'red' | (string & {})` accepts any string; the literals are completions for editors.
    const loose = members.map(looselyOf).find((one) => one !== undefined)
    if (loose !== undefined && members.every((one) => isKindOf(one, loose)))
      return this.#parts.parse(loose, use)
    const open = openLiterals(members)
    if (open !== undefined) return this.#parts.branded(this.#run.checker.getNonNullableType(whole), open, use)
    const template = parseTemplates(members)
    if (template !== undefined) return template
    if (isNumberOrBigint(members)) return { kind: 'scalar', scalar: 'number | bigint' }
    const [group, ...others] = kindGroups(members, this.#run.checker)
    if (group !== undefined && others.length > 0) return this.#anyOf([group, ...others], whole, use)
    if (group?.kind === 'object') return this.#objectUnion(members, whole, use)
    if (group?.kind === 'array') return this.#listUnion(members, whole, use)
    return this.#parts.refuse(whole, use, twoOfAKind(group?.kind ?? 'object'))
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
      if (refusal !== undefined) return this.#parts.refuse(whole, use, refusal)
    }
    const primitives = members.map((member) => intersectedOf(member)?.primitive ?? member)
    return this.#parts.withBrand(
      checker.getNonNullableType(whole),
      literalsType(primitives, literals, use.node, checker),
      use,
    )
  }

  refuseValueless(member: ts.Type, whole: ts.Type, use: TypeUse): undefined {
    const name = this.#run.checker.typeToString(member)
    const value = literalOf(member, this.#run.checker)
    const refusal =
      value === undefined ? unbindable.computedMember(name) : unbindable.endlessMember(name, value)
    this.#parts.refuse(whole, use, refusal)
  }

  /** A union whose members differ in the kind of their decoded values. */
  #anyOf(groups: readonly KindGroup[], whole: ts.Type, use: TypeUse): FieldType | undefined {
    const members = groups.map(({ kind, types }) => {
      // For literals with a shared brand, the compiler keeps the brand on the whole union only.
      const isMarked = types.length > 1 && types.some((one) => intersectedOf(one)?.marks.length)
      const isBranded = isMarked && openLiterals(types) === undefined
      if (isBranded) return this.#parts.refuse(whole, use, unbindable.brandedLiterals)
      return this.#members(types, whole, partUse(use, { kind: 'ofKind', of: kind }))
    })
    if (!members.every((member) => member !== undefined)) return undefined
    const refusal = whyNoMembers(members, groups, this.#run)
    if (refusal !== undefined) return this.#parts.refuse(whole, use, refusal)
    return { kind: 'union', tag: 'kind', branches: members.map((one) => ({ type: nonNull(one) })) }
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
        return this.#parts.refuse(member, use, whyNoObject(member, checker) ?? unbindable.unreachableBranch)
      return this.#parts.parse(member, steps.reduce(partUse, use))
    })
    if (!branches.every((one) => one !== undefined)) return undefined
    return branches.every(isBranchType)
      ? { kind: 'union', tag: 'fit', branches: branches.map((type) => ({ type })) }
      : this.#parts.refuse(whole, use, twoOfAKind('object'))
  }

  /** A union of lists that differ in a literal, in length or in the kinds of their elements. */
  #listUnion(members: readonly ts.Type[], whole: ts.Type, use: TypeUse): FieldType | undefined {
    const lists = typesInDeclaredOrder(members, use.node, this.#run.checker)
    const steps = listSteps(lists, this.#run.checker)
    const types = steps.map((step, i) => lists[i] && this.#parts.parse(lists[i], partUse(use, step)))
    if (!types.every((one) => one !== undefined)) return undefined
    const branches: readonly ListBranch[] = types.flatMap((type, i) =>
      isListType(type) ? [{ type, literals: steps[i]?.of.literals }] : [],
    )
    return branches.length === types.length && areApart(branches)
      ? { kind: 'union', tag: 'fit', branches }
      : this.#parts.refuse(whole, use, twoOfAKind('array'))
  }

  #isPlainObject(type: ts.Type): boolean {
    const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0
    if (!isObject || isList(type, this.#run.checker) || intersectedOf(type) !== undefined) return false
    return whyNoObject(type, this.#run.checker) === undefined
  }

  #objectOf(type: ts.Type, use: TypeUse): ObjectReference {
    return { kind: 'object', name: this.#namer.object(type, use) }
  }
}

/** Whether an intersection has no value, as `{ kind: 'a' } & { kind: 'b' }`, which the compiler keeps in a union. */
function isImpossible(type: ts.Type, checker: ts.TypeChecker): boolean {
  return type.isIntersection() && checker.isTypeAssignableTo(type, checker.getNeverType())
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
