import { catalog } from '../diagnostics/catalog.ts'
import { twoOfAKind, type Unbindable, unbindable } from '../diagnostics/unbindable.ts'
import type { TypeStep } from '../model/dto.ts'
import {
  type FieldType,
  isPlainJson,
  type LiteralValue,
  nonNull,
  onlyNull,
  type ScalarName,
} from '../model/field-type.ts'
import { ts } from './compiler.ts'
import { inDeclaredOrder } from './declared-order.ts'
import { type KindGroup, kindGroups, whyNoMembers } from './kind-groups.ts'
import { isGlobal, isRuntimeType } from './library-types.ts'
import { findOwnMembers } from './own-members.ts'
import {
  brandedIndexOf,
  type Intersected,
  intersectedOf,
  isKindOf,
  isSameType,
  looselyOf,
  whyNoBrand,
} from './parse-brand.ts'
import { parseClass } from './parse-class.ts'
import type { ParseRun } from './parse-run.ts'
import { findDiscriminant, isEnumBeside, isEnumLiteral, literalOf } from './parse-union.ts'
import { isWithoutKeys, typeText, whyNoObject, whyNot } from './refused-type.ts'
import { EndlessType, itemUse, partUse, type TypeNamer, type TypeUse } from './type-use.ts'
import { declaredText, isInferredAny, isUnresolved } from './unresolved.ts'

/** What binders make of a type; `undefined` after a diagnostic when they can make nothing of it. */
export function parseFieldType(
  type: ts.Type,
  use: TypeUse,
  run: ParseRun,
  namer: TypeNamer,
): FieldType | undefined {
  return new TypeParser(run, namer).parse(type, use)
}

// Each level takes one step or two. A body may be 32 levels deep (`maxDepth`), so no request fills these.
const mostSteps = 200

class TypeParser {
  readonly #run: ParseRun
  readonly #namer: TypeNamer
  /** The unions around the type that is being parsed. */
  readonly #open = new Set<ts.Type>()

  constructor(run: ParseRun, namer: TypeNamer) {
    this.#run = run
    this.#namer = namer
  }

  parse(type: ts.Type, use: TypeUse): FieldType | undefined {
    if (use.path.steps.length > mostSteps) throw new EndlessType(use)
    const intersected = intersectedOf(type)
    if (intersected && intersected.marks.length > 0) return this.#branded(type, intersected, use)
    const scalar = this.#scalarOf(type)
    if (scalar !== undefined) return { kind: 'scalar', scalar }
    if (type.isUnion()) return this.#union(type, use)
    const literal = literalOf(type)
    if (literal !== undefined) return { kind: 'literals', values: [literal], isEnum: isEnumLiteral(type) }
    if (type.flags & ts.TypeFlags.Null) return onlyNull
    if (intersected !== undefined) return this.parse(intersected.primitive, use)
    if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return this.#object(type, use)
    return this.#refuse(type, use)
  }

  #scalarOf(type: ts.Type): ScalarName | undefined {
    // One of the runtime's is called as its declaration.
    if (type.flags & (ts.TypeFlags.Number | ts.TypeFlags.BigInt) && isRuntimeType(type))
      return type.symbol.name as ScalarName
    if (type.flags & ts.TypeFlags.String) return 'string'
    if (type.flags & ts.TypeFlags.Number) return 'float64'
    if (type.flags & ts.TypeFlags.BigInt) return 'bigint'
    if (type.flags & ts.TypeFlags.Boolean) return 'boolean'
    return isGlobal(type, 'Date') ? 'Date' : undefined
  }

  #branded(type: ts.Type, intersected: Intersected, use: TypeUse): FieldType | undefined {
    const refusal = whyNoBrand(intersected, this.#run.checker)
    if (refusal !== undefined) return this.#refuse(type, use, refusal)
    const of = this.parse(intersected.primitive, use)
    return of && this.#withBrand(type, of, use)
  }

  /** `('a' | 'b') & { __brand: 'Mode' }`, which is a union of two to the compiler. */
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
    const isNull = (member: ts.Type): boolean => (member.flags & ts.TypeFlags.Null) !== 0
    const members = type.types.filter((member) => !(member.flags & ts.TypeFlags.Undefined))
    const values = members.filter((member) => !isNull(member))
    const inner = this.#members(values, type, partUse(use, { kind: 'present' }))
    return inner === undefined || values.length === members.length ? inner : { kind: 'nullable', of: inner }
  }

  #members(members: readonly ts.Type[], whole: ts.Type, use: TypeUse): FieldType | undefined {
    const [only] = members
    if (members.length === 1 && only !== undefined) return this.parse(only, use)
    const literals = members.map((member) => literalOf(intersectedOf(member)?.primitive ?? member))
    if (literals.every((value) => value !== undefined) && !isEnumBeside(members)) {
      if (!members.some((member) => intersectedOf(member))) return this.#literals(members, literals, use)
      // A value of two brands has neither.
      if (new Set(literals).size === literals.length)
        return this.#brandedLiterals(members, literals, whole, use)
    }
    // `'red' | (string & {})` is any string, and lets an editor offer some.
    const loose = members.map(looselyOf).find((one) => one !== undefined)
    if (loose !== undefined && members.every((one) => isKindOf(one, loose))) return this.parse(loose, use)
    const [group, ...others] = kindGroups(members, this.#run.checker)
    if (group !== undefined && others.length > 0) return this.#anyOf([group, ...others], whole, use)
    if (group?.kind === 'object') return this.#objectUnion(members, whole, use)
    return this.#refuse(whole, use, twoOfAKind(group?.kind ?? 'object'))
  }

  /** Types of which each has another kind of decoded value. */
  #anyOf(groups: readonly KindGroup[], whole: ts.Type, use: TypeUse): FieldType | undefined {
    if (this.#open.has(whole)) return this.#refuse(whole, use, unbindable.endlessUnion)
    this.#open.add(whole)
    const members = groups.map(({ kind, types }) => {
      // What literals that share a brand are, the compiler says of the whole union alone.
      const isBranded = types.length > 1 && types.some((one) => intersectedOf(one)?.marks.length)
      if (isBranded) return this.#refuse(whole, use, unbindable.brandedLiterals)
      return this.#members(types, whole, partUse(use, { kind: 'ofKind', of: kind }))
    })
    this.#open.delete(whole)
    if (!members.every((member) => member !== undefined)) return undefined
    const refusal = whyNoMembers(members, groups, this.#run.checker)
    if (refusal !== undefined) return this.#refuse(whole, use, refusal)
    return { kind: 'anyOf', members: members.map(nonNull) }
  }

  #literals(
    members: readonly ts.Type[],
    literals: readonly LiteralValue[],
    use: TypeUse,
  ): FieldType & { kind: 'scalar' | 'literals' } {
    const isBoolean = literals.length === 2 && literals.every((value) => typeof value === 'boolean')
    if (isBoolean) return { kind: 'scalar', scalar: 'boolean' }
    const values = inDeclaredOrder(literals, use.node, this.#run.checker)
    return { kind: 'literals', values, isEnum: members.some(isEnumLiteral) }
  }

  /** Objects of which each has another literal in the same required member. */
  #objectUnion(members: readonly ts.Type[], whole: ts.Type, use: TypeUse): FieldType | undefined {
    if (!members.every((member) => this.#isPlainObject(member))) {
      return this.#refuse(whole, use, twoOfAKind('object'))
    }
    const discriminant = findDiscriminant(members, this.#run.checker)
    if (discriminant === undefined) return this.#unionByMember(members, whole, use)
    const { name } = discriminant
    const branches = members
      .map((member, i) => ({ member, values: discriminant.values[i] ?? [] }))
      .sort((a, b) => (String(a.values[0]) < String(b.values[0]) ? -1 : 1))
      .map(({ member, values }) => {
        const branch = partUse(use, { kind: 'branch', member: name, values })
        return { values, object: this.#namer.object(member, branch) }
      })
    return { kind: 'union', discriminant: discriminant.name, branches }
  }

  /** Objects of which each but one has a member that the others do not have. */
  #unionByMember(members: readonly ts.Type[], whole: ts.Type, use: TypeUse): FieldType | undefined {
    const own = findOwnMembers(members, this.#run.checker)
    if (own === undefined) return this.#refuse(whole, use, unbindable.undividedUnion)
    const names = own.filter((name) => name !== undefined).sort()
    const branches = members
      .map((type, i) => ({ type, member: own[i] }))
      // The one without a member is last.
      .sort((a, b) => ((a.member ?? '\uffff') < (b.member ?? '\uffff') ? -1 : 1))
      .map(({ type, member }) => {
        const step: TypeStep =
          member === undefined ? { kind: 'lacking', members: names } : { kind: 'having', member }
        return { member, object: this.#namer.object(type, partUse(use, step)) }
      })
    return { kind: 'byMember', branches }
  }

  #isPlainObject(type: ts.Type): boolean {
    const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0
    if (!isObject || this.#run.checker.isArrayType(type) || intersectedOf(type) !== undefined) return false
    return whyNoObject(type, this.#run.checker) === undefined
  }

  #object(type: ts.Type, use: TypeUse): FieldType | undefined {
    const { checker } = this.#run
    if (checker.isTupleType(type)) return this.#tuple(type as ts.TupleTypeReference, use)
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type as ts.TypeReference)
      const parsed = element && this.parse(element, partUse(use, { kind: 'element' }))
      if (parsed && hasHoles(element, parsed)) return this.#refuse(type, use, unbindable.hole)
      return parsed && { kind: 'list', element: parsed }
    }
    if (type.symbol?.name === 'FileHeader' && isRuntimeType(type)) return { kind: 'file' }
    if (isGlobal(type, 'Uint8Array')) {
      const isAny = /^Uint8Array(<ArrayBufferLike>)?$/.test(checker.typeToString(type))
      return isAny ? { kind: 'bytes' } : this.#refuse(type, use, unbindable.ownBuffer)
    }
    if (type.isClass()) return parseClass(type, use.node, this.#run) ?? this.#refuseClass(type, use)
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String)
    if (index !== undefined && type.getProperties().length === 0 && !isWithoutKeys(type, checker)) {
      const value = this.parse(index.type, partUse(use, { kind: 'element' }))
      return value && { kind: 'record', value }
    }
    const branded = brandedIndexOf(type, checker)
    if (branded !== undefined) return this.#brandedRecord(type, branded, use)
    const refusal = whyNoObject(type, checker)
    if (refusal !== undefined) return this.#refuse(type, use, refusal)
    return { kind: 'object', name: this.#namer.object(type, use) }
  }

  /** `Record<UserId, T>` */
  #brandedRecord(type: ts.Type, index: ts.IndexInfo, use: TypeUse): FieldType | undefined {
    // The index no longer knows what its type was called.
    const named = type.aliasTypeArguments?.find((one) => isSameType(one, index.keyType))
    const key = this.parse(named ?? index.keyType, partUse(use, { kind: 'keys' }))
    if (key?.kind !== 'scalar' || key.brand === undefined) return undefined
    const value = this.parse(index.type, partUse(use, { kind: 'values' }))
    return value && { kind: 'record', value, brand: key.brand }
  }

  #tuple(type: ts.TupleTypeReference, use: TypeUse): FieldType | undefined {
    const { elementFlags } = type.target
    const parsed = this.#run.checker.getTypeArguments(type).map((element, i) => {
      const isOptional = ((elementFlags[i] ?? 0) & ts.ElementFlags.Optional) !== 0
      const item = this.parse(element, itemUse(use, i, isOptional))
      if (item && !isOptional && hasHoles(element, item)) return this.#refuse(type, use, unbindable.hole)
      return item
    })
    if (!parsed.every((element) => element !== undefined)) return undefined
    const restIndex = elementFlags.findIndex((flags) => (flags & ts.ElementFlags.Variable) !== 0)
    if (restIndex !== -1 && restIndex !== parsed.length - 1) {
      return this.#refuse(type, use, unbindable.restNotLast)
    }
    return {
      kind: 'tuple',
      elements: restIndex === -1 ? parsed : parsed.slice(0, restIndex),
      required: elementFlags.filter((flags) => (flags & ts.ElementFlags.Required) !== 0).length,
      rest: restIndex === -1 ? undefined : parsed[restIndex],
    }
  }

  #refuseClass(type: ts.Type, use: TypeUse): undefined {
    return this.#refuse(type, use, unbindable.class)
  }

  #refuse(type: ts.Type, use: TypeUse, why?: Unbindable): undefined {
    const text = typeText(type, this.#run.checker)
    const unresolved = isUnresolved(type) && declaredText(use.node)
    if (isInferredAny(type, use.node)) this.#run.foundUnresolved = true
    if (unresolved) {
      this.#run.foundUnresolved = true
      this.#run.report(catalog.unresolvedType, use.span, use.field, unresolved)
    } else {
      this.#run.report(catalog.unbindableType, use.span, use.field, text, why ?? whyNot(type))
    }
    return undefined
  }
}

/** Whether the elements of a list may be `undefined` where that cannot be left to JSON.stringify, which writes `null`. */
function hasHoles(element: ts.Type, parsed: FieldType): boolean {
  return holdsUndefined(element) && !isPlainJson(parsed)
}

/** Whether `undefined` is one of what a type may be. */
export function holdsUndefined(type: ts.Type): boolean {
  return type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0)
}
