import { ts } from 'ts-morph'
import { type Unbindable, unbindable } from '../../diagnostics/unbindable.ts'
import { type FieldType, onlyNull, type RecursiveType } from '../../model/field-type.ts'
import { isPlainJson, nestedNames } from '../../model/type-parts.ts'
import { boundKindsOf } from '../../model/value-kind.ts'
import { namedPackageType } from '../project/foreign-path.ts'
import { isFunction, isGlobal, isRuntimeType } from '../project/library-types.ts'
import { isJsonAlias, isJsonObject } from './json-alias.ts'
import { type BrandIntersection, intersectedOf, isSameType, ownIndexOf, whyNoBrand } from './parse-brand.ts'
import { parseClass } from './parse-class.ts'
import { parseTemplates } from './parse-template.ts'
import { literalOf, valuelessMember } from './parse-union.ts'
import { literalsType, scalarOf, unknownOf } from './plain-types.ts'
import { numberKeysOf } from './record-keys.ts'
import { isWithoutKeys, typeText, whyNoObject, whyNot } from './refused-type.ts'
import type { TypeRun } from './type-run.ts'
import { EndlessType, itemUse, partUse, type TypeNamer, type TypeUse } from './type-use.ts'
import { type PartParser, UnionParser } from './union-parser.ts'
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

class TypeParser implements PartParser {
  readonly #run: TypeRun
  readonly #namer: TypeNamer
  /** The unions and maps around the type that is being parsed, to detect recursion. */
  readonly #open = new Map<ts.Type, Recursion>()
  readonly #refused: Set<ts.Type>
  readonly #unions: UnionParser

  constructor(run: TypeRun, namer: TypeNamer, refused: Set<ts.Type>) {
    this.#run = run
    this.#namer = namer
    this.#refused = refused
    this.#unions = new UnionParser(run, namer, this)
  }

  parse(type: ts.Type, use: TypeUse): FieldType | undefined {
    if (use.path.steps.length > maxSteps) throw new EndlessType(use)
    const unknown = this.#unknownOf(type, use)
    if (unknown !== undefined) return unknown
    const intersected = intersectedOf(type)
    if (intersected && intersected.marks.length > 0) return this.branded(type, intersected, use)
    const scalar = scalarOf(type)
    if (scalar !== undefined) return { kind: 'scalar', scalar }
    if (type.isUnion()) return this.#union(type, use)
    if (valuelessMember([type]) !== undefined) return this.#unions.refuseValueless(type, type, use)
    const literal = literalOf(type, this.#run.checker)
    if (literal !== undefined) return literalsType([type], [literal], use.node, this.#run.checker)
    const template = parseTemplates([type])
    if (template !== undefined) return template
    if (type.flags & ts.TypeFlags.Null) return onlyNull
    if (intersected !== undefined) return this.parse(intersected.primitive, use)
    if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return this.#object(type, use)
    return this.refuse(type, use)
  }

  /** A type without any check of its own: `unknown`, `object`, or an alias of all JSON. */
  #unknownOf(type: ts.Type, { node }: TypeUse): FieldType | undefined {
    const { any, checker } = this.#run
    const isAny =
      any === 'unknown' && (type.flags & ts.TypeFlags.Any) !== 0 && !isUnresolved(type, this.#run.checker)
    // The reduced library of this program may lack the source of the inference.
    if ((isAny || type.flags & ts.TypeFlags.Unknown) && isInferredAny(type, node))
      this.#run.needsRealLib = true
    const isAlias = type.isUnion() && isJsonAlias(type, checker)
    return isAny || isAlias ? { kind: 'unknown', isObject: false, isAlias } : unknownOf(type)
  }

  branded(type: ts.Type, intersected: BrandIntersection, use: TypeUse): FieldType | undefined {
    const refusal = whyNoBrand(intersected, this.#run.checker)
    if (refusal !== undefined) return this.refuse(type, use, refusal)
    const of = this.parse(intersected.primitive, use)
    return of && this.withBrand(type, of, use)
  }

  withBrand(type: ts.Type, of: FieldType, use: TypeUse): FieldType | undefined {
    if (of.kind === 'scalar' || (of.kind === 'literals' && !of.isEnum))
      return { ...of, brand: this.#namer.brand(type, use, of) }
    return this.refuse(type, use, unbindable.noBrand)
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
    const of = this.#recursive(whole, use, () => this.#unions.parse(type, use))
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
      return isAny ? { kind: 'bytes' } : this.refuse(type, use, unbindable.ownBuffer)
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
      return this.refuse(type, use, refusal, declared)
    }
    if (refusal !== undefined) return this.refuse(type, use, refusal)
    return { kind: 'object', name: this.#namer.object(type, use) }
  }

  /** `Record<number, T>`, `Record<UserId, T>` */
  #keyedRecord(type: ts.Type, index: ts.IndexInfo, use: TypeUse): FieldType | undefined {
    if (intersectedOf(index.keyType) === undefined) {
      const keys = numberKeysOf(type, index, this.#run.checker)
      const scalar = keys && scalarOf(keys)
      if (scalar === undefined) return this.refuse(type, use, unbindable.openKeys)
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
    // The unions that contain a union contain its tuples again.
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
      return this.refuse(type, use, unbindable.restNotLast)
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
    return this.refuse(type, use, unbindable.class, type.symbol.declarations?.[0])
  }

  refuse(type: ts.Type, use: TypeUse, why?: Unbindable, declared?: ts.Node): undefined {
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

interface Recursion {
  readonly use: TypeUse
  name: string | undefined
  readonly inside: RecursiveType[]
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
