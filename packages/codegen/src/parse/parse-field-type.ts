import { catalog } from '../diagnostics/catalog.ts'
import { twoOfAKind, type Unbindable, unbindable } from '../diagnostics/unbindable.ts'
import type { TypePath, TypeStep } from '../model/dto.ts'
import {
  type FieldType,
  isPlainJson,
  type LiteralValue,
  nonNull,
  onlyNull,
  type ScalarName,
} from '../model/field-type.ts'
import type { SourceSpan } from '../model/source-span.ts'
import { ts } from './compiler.ts'
import { inDeclaredOrder } from './declared-order.ts'
import { type KindGroup, kindGroups, whyNoMembers } from './kind-groups.ts'
import { isGlobal } from './library-types.ts'
import { looselyOf, loosestOf, primitiveIn } from './loose-types.ts'
import { parseClass } from './parse-class.ts'
import type { ParseRun } from './parse-run.ts'
import { findDiscriminant, literalOf } from './parse-union.ts'
import { scalarMark } from './tiny-lib.ts'
import { isUnresolved } from './unresolved.ts'
import { whyNoObject, whyNot } from './why-not.ts'

/** Where a type is used: what a diagnostic names, and how the generated file may write the type. */
export interface TypeUse {
  readonly field: string
  readonly span: SourceSpan
  /** How the generated file may reach the type. */
  readonly path: TypePath
  /** The declaration whose type it is, for printing. */
  readonly node: ts.Node
}

/** Registers an object type and gives its name in the generated file. */
export type ObjectNamer = (type: ts.Type, use: TypeUse) => string

/** What binders make of a type; `undefined` after a diagnostic when they can make nothing of it. */
export function parseFieldType(
  type: ts.Type,
  use: TypeUse,
  run: ParseRun,
  nameObject: ObjectNamer,
): FieldType | undefined {
  return new TypeParser(run, nameObject).parse(type, use)
}

/** A type that goes on and on: it is given up as a whole, as each of its members would go on as well. */
export class EndlessType extends Error {
  readonly use: TypeUse

  constructor(use: TypeUse) {
    super('a type without an end')
    this.use = use
  }
}

// Each level takes one step or two. A body may be 32 levels deep (`maxDepth`), so no request fills these.
const mostSteps = 200

export function stepInto(path: TypePath, step: TypeStep): TypePath {
  return { exported: path.exported, steps: path.steps.concat(step) }
}

class TypeParser {
  readonly #run: ParseRun
  readonly #nameObject: ObjectNamer
  /** The unions around the type that is being parsed. */
  readonly #open = new Set<ts.Type>()

  constructor(run: ParseRun, nameObject: ObjectNamer) {
    this.#run = run
    this.#nameObject = nameObject
  }

  parse(type: ts.Type, use: TypeUse): FieldType | undefined {
    if (use.path.steps.length > mostSteps) throw new EndlessType(use)
    const scalar = this.#scalarOf(type)
    if (scalar !== undefined) return { kind: 'scalar', scalar }
    if (type.isUnion()) return this.#union(type, use)
    const literal = literalOf(type)
    if (literal !== undefined) return { kind: 'literals', values: [literal], isEnum: isEnumLiteral(type) }
    if (type.flags & ts.TypeFlags.Null) return onlyNull
    const primitive = primitiveIn(type)
    if (primitive !== undefined) return this.#branded(type, primitive, use)
    if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return this.#object(type, use)
    return this.#refuse(type, use)
  }

  #scalarOf(type: ts.Type): ScalarName | undefined {
    if (type.flags & ts.TypeFlags.String) return 'string'
    if (type.flags & ts.TypeFlags.Number) return 'float64'
    if (type.flags & ts.TypeFlags.BigInt) return 'bigint'
    if (type.flags & ts.TypeFlags.Boolean) return 'boolean'
    if (type.isIntersection()) {
      const mark = type.getProperty(scalarMark)
      const name = mark && this.#run.checker.getTypeOfSymbol(mark)
      // The mark is ours alone, so its value is a ScalarName.
      if (name?.isStringLiteral()) return name.value as ScalarName
    }
    return isGlobal(type, 'Date') ? 'Date' : undefined
  }

  /** `string & {}` is any string, `string & { __brand: 'id' }` one that only a cast makes. */
  #branded(type: ts.Type, primitive: ts.Type, use: TypeUse): FieldType | undefined {
    return looselyOf(type) === undefined
      ? this.#refuse(type, use, unbindable.branded)
      : this.parse(primitive, use)
  }

  #union(type: ts.UnionType, use: TypeUse): FieldType | undefined {
    const isNull = (member: ts.Type): boolean => (member.flags & ts.TypeFlags.Null) !== 0
    const members = type.types.filter((member) => !(member.flags & ts.TypeFlags.Undefined))
    const values = members.filter((member) => !isNull(member))
    const inner = this.#members(values, type, { ...use, path: stepInto(use.path, { kind: 'present' }) })
    return inner === undefined || values.length === members.length ? inner : { kind: 'nullable', of: inner }
  }

  #members(members: readonly ts.Type[], whole: ts.Type, use: TypeUse): FieldType | undefined {
    const [only] = members
    if (members.length === 1 && only !== undefined) return this.parse(only, use)
    const literals = members.map(literalOf)
    const isEnum = members.some(isEnumLiteral)
    const isPlain = (value: LiteralValue): boolean => typeof value === 'string' || typeof value === 'number'
    if (literals.every((value) => value !== undefined) && (!isEnum || literals.every(isPlain))) {
      const isBoolean = literals.length === 2 && literals.every((value) => typeof value === 'boolean')
      if (isBoolean) return { kind: 'scalar', scalar: 'boolean' }
      const values = inDeclaredOrder(literals, use.node, this.#run.checker)
      return { kind: 'literals', values, isEnum }
    }
    const loose = loosestOf(members)
    if (loose !== undefined) return this.parse(loose, use)
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
      const path =
        kind === 'array' || kind === 'object' ? stepInto(use.path, { kind: 'ofKind', of: kind }) : use.path
      return this.#members(types, whole, { ...use, path })
    })
    this.#open.delete(whole)
    if (!members.every((member) => member !== undefined)) return undefined
    const refusal = whyNoMembers(members)
    if (refusal !== undefined) return this.#refuse(whole, use, refusal)
    return { kind: 'anyOf', members: members.map(nonNull) }
  }

  /** Objects of which each has another literal in the same required member. */
  #objectUnion(members: readonly ts.Type[], whole: ts.Type, use: TypeUse): FieldType | undefined {
    if (!members.every((member) => this.#isPlainObject(member))) {
      return this.#refuse(whole, use, twoOfAKind('object'))
    }
    const discriminant = findDiscriminant(members, this.#run.checker)
    if (discriminant === undefined) {
      return this.#refuse(whole, use, unbindable.undividedUnion)
    }
    const { name } = discriminant
    const branches = members
      .map((member, i) => ({ member, values: discriminant.values[i] ?? [] }))
      .sort((a, b) => (String(a.values[0]) < String(b.values[0]) ? -1 : 1))
      .map(({ member, values }) => {
        const path = stepInto(use.path, { kind: 'branch', member: name, values })
        return { values, object: this.#nameObject(member, { ...use, path }) }
      })
    return { kind: 'union', discriminant: discriminant.name, branches }
  }

  #isPlainObject(type: ts.Type): boolean {
    const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0
    return (
      isObject && !this.#run.checker.isArrayType(type) && whyNoObject(type, this.#run.checker) === undefined
    )
  }

  #object(type: ts.Type, use: TypeUse): FieldType | undefined {
    const { checker } = this.#run
    if (checker.isTupleType(type)) return this.#tuple(type as ts.TupleTypeReference, use)
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type as ts.TypeReference)
      const parsed = element && this.parse(element, elementUse(use))
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
    if (index !== undefined && type.getProperties().length === 0) {
      const value = this.parse(index.type, elementUse(use))
      return value && { kind: 'record', value }
    }
    const refusal = whyNoObject(type, this.#run.checker)
    if (refusal !== undefined) return this.#refuse(type, use, refusal)
    return { kind: 'object', name: this.#nameObject(type, use) }
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
    const text = shortened(this.#run.checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation))
    const unresolved = isUnresolved(type) && declaredText(use.node)
    if (unresolved) {
      this.#run.foundUnresolved = true
      this.#run.report(catalog.unresolvedType, use.span, use.field, unresolved)
    } else {
      this.#run.report(catalog.unbindableType, use.span, use.field, text, why ?? whyNot(type))
    }
    return undefined
  }
}

/** A message is to be read: a mapped type of the library alone may take pages. */
const longestType = 200

function shortened(text: string): string {
  return text.length > longestType ? `${text.slice(0, longestType)}…` : text
}

/** Whether the elements of a list may be `undefined` where that cannot be left to JSON.stringify, which writes `null`. */
function hasHoles(element: ts.Type, parsed: FieldType): boolean {
  return holdsUndefined(element) && !isPlainJson(parsed)
}

/** Whether `undefined` is one of what a type may be. */
export function holdsUndefined(type: ts.Type): boolean {
  return type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0)
}

function elementUse(use: TypeUse): TypeUse {
  return { ...use, path: stepInto(use.path, { kind: 'element' }) }
}

/** One element of a tuple; the rest is where its first element is. */
function itemUse(use: TypeUse, index: number, isOptional: boolean): TypeUse {
  const path = stepInto(use.path, { kind: 'element', index })
  return { ...use, path: isOptional ? stepInto(path, { kind: 'present' }) : path }
}

/** Whether a type is one of `@ctxgen/runtime`. */
function isRuntimeType(type: ts.Type): boolean {
  return (
    type.symbol?.declarations?.[0]?.getSourceFile().fileName.endsWith('/__ctxgen__/runtime.d.ts') ?? false
  )
}

/** What the source says of a property's type. */
function declaredText(node: ts.Node): string | undefined {
  const isProperty = ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)
  return isProperty ? node.type?.getText() : undefined
}

function isEnumLiteral(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.EnumLiteral) !== 0
}
