import { ts } from 'ts-morph'
import { catalog } from '../../diagnostics/catalog.ts'
import {
  type FieldType,
  isKindUnion,
  keyTypeOf,
  kindTypes,
  nonNull,
  type PresentType,
} from '../../model/field-type.ts'
import type { RuleStep, Rules } from '../../model/rule.ts'
import { targetOf } from '../../model/rule-target.ts'
import type { SourceSpan } from '../../model/source-span.ts'
import { kindOf } from '../../model/value-kind.ts'
import { declarationText } from '../project/declaration-text.ts'
import { isForeignPath } from '../project/foreign-path.ts'
import { isOfLibrary } from '../project/library-types.ts'
import { type LocatedTag, tagsBefore } from '../tags/comment-tags.ts'
import { reportOverlooked } from '../tags/overlooked-tags.ts'
import { mergedRules, parseFieldRules } from '../tags/parse-field-rules.ts'
import { noRules } from '../tags/parse-rules.ts'
import { kindGroups } from '../types/kind-groups.ts'
import {
  argumentsIn,
  bindArguments,
  memberNode,
  namedAliases,
  namedSymbol,
  type TypeArguments,
} from '../types/named-arguments.ts'
import { intersectedOf, isSameType } from '../types/parse-brand.ts'
import type { ParseRun } from './parse-run.ts'

/** A value whose type names aliases. */
export interface AliasedValue {
  /** In messages: `page: Id`. */
  readonly words: string
  readonly span: SourceSpan
  /** As the compiler sees it, and as binders do. */
  readonly type: ts.Type
  readonly as: FieldType
  /** Of the type parameters in its type. */
  readonly around: TypeArguments
}

/** The rules in the comments of the aliases that the text of a type names; `undefined` without any. */
export function aliasRules(node: ts.TypeNode, value: AliasedValue, run: ParseRun): Rules | undefined {
  if (run.ruledAliases.size === 0 || namedAliases(node, value.around, run).size === 0) return undefined
  const walk = new AliasWalk(value, run)
  const { type, as, around } = value
  return walk.of(node, { type, as, around })
}

/** A part of the value, seen by the compiler and by binders. */
type Part = Pick<AliasedValue, 'type' | 'as' | 'around'>

class AliasWalk {
  readonly #value: AliasedValue
  readonly #run: ParseRun
  readonly #open = new Set<ts.Node>()

  constructor(value: AliasedValue, run: ParseRun) {
    this.#value = value
    this.#run = run
  }

  of(node: ts.TypeNode, part: Part): Rules | undefined {
    if (ts.isParenthesizedTypeNode(node) || isReadonly(node)) return this.of(node.type, part)
    if (ts.isArrayTypeNode(node)) return this.#elements(node.elementType, node, part)
    if (ts.isUnionTypeNode(node)) return this.#union(node, part)
    if (ts.isIntersectionTypeNode(node)) return this.#intersection(node, part)
    if (ts.isTypeLiteralNode(node)) return this.#map(node, part)
    if (ts.isIndexedAccessTypeNode(node)) return this.#member(node, part)
    const symbol = namedSymbol(node, this.#run.checker)
    return symbol === undefined ? this.#lost(node, part) : this.#named(node, symbol, part)
  }

  /** The list type is that of a name in `readonly Id[]` and `Array<Id>`. */
  #elements(element: ts.TypeNode, list: ts.Node, part: Part): Rules | undefined {
    const { checker } = this.#run
    const type = checker.getNonNullableType(part.type)
    const as = nonNull(part.as)
    const [elementType] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : []
    if (elementType === undefined || as.kind !== 'list') return this.#lost(list, part)
    return below('elements', this.of(element, { ...part, type: elementType, as: as.element }))
  }

  /** `Record<Id, Name>`, `{ [key: string]: Name }` */
  #entries(
    { key, value }: { readonly key: ts.TypeNode | undefined; readonly value: ts.TypeNode | undefined },
    record: ts.Node,
    part: Part,
  ): Rules | undefined {
    const { checker } = this.#run
    const [index] = checker.getIndexInfosOfType(checker.getNonNullableType(part.type))
    const as = nonNull(part.as)
    // Members of an object have their own declarations.
    if (as.kind === 'object') return undefined
    if (index === undefined || as.kind !== 'record') return this.#lost(record, part)
    const keys = key && this.of(key, { ...part, type: index.keyType, as: keyTypeOf(as) })
    const values = value && this.of(value, { ...part, type: index.type, as: as.value })
    if (keys === undefined) return below('elements', values)
    return { ...noRules, keys, elements: values ?? noRules }
  }

  #map(node: ts.TypeLiteralNode, part: Part): Rules | undefined {
    const index = node.members.find(ts.isIndexSignatureDeclaration)
    if (index === undefined) return undefined
    return this.#entries({ key: index.parameters[0]?.type, value: index.type }, node, part)
  }

  #union(node: ts.UnionTypeNode, part: Part): Rules | undefined {
    const [only, ...others] = node.types.filter((one) => !isNothing(one))
    if (only !== undefined && others.length === 0) return this.of(only, part)
    const all = node.types.map((one) => this.#ofMember(one, part))
    const found = all.filter((one) => one !== undefined)
    return found.length === 0 ? undefined : found.reduce(mergedRules)
  }

  /** A member of a union has rules of its own if no other member is of its kind. */
  #ofMember(node: ts.TypeNode, part: Part): Rules | undefined {
    const { checker } = this.#run
    if (namedAliases(node, part.around, this.#run).size === 0) return undefined
    const as = nonNull(part.as)
    const present = checker.getNonNullableType(part.type)
    const groups = kindGroups(present.isUnion() ? present.types : [present], checker)
    const own = checker.getNonNullableType(checker.getTypeFromTypeNode(node))
    const types = own.isUnion() ? own.types : [own]
    const group = groups.find(
      (one) => one.types.length === types.length && types.every((type) => one.types.includes(type)),
    )
    const member = isKindUnion(as) ? kindTypes(as).find((one) => kindOf(one) === group?.kind) : undefined
    if (member === undefined || isObject(member)) return this.#lost(node, part)
    const rules = this.of(node, { ...part, type: own, as: member })
    if (rules === undefined) return undefined
    return rules.elements === undefined ? about(member, rules) : this.#lost(node, part)
  }

  /** `Id & { readonly __brand: 'UserId' }` */
  #intersection(node: ts.IntersectionTypeNode, part: Part): Rules | undefined {
    const primitive = intersectedOf(this.#run.checker.getNonNullableType(part.type))?.primitive
    if (primitive === undefined) return this.#lost(node, part)
    const found = node.types.flatMap((one) => this.of(one, { ...part, type: primitive }) ?? [])
    return found.length === 0 ? undefined : found.reduce(mergedRules)
  }

  /** `Item['id']` */
  #member(node: ts.IndexedAccessTypeNode, part: Part): Rules | undefined {
    const member = memberNode(node, this.#run.checker)
    if (member === undefined) return this.#lost(node, part)
    return this.of(member, { ...part, around: argumentsIn(node.objectType, part.around, this.#run) })
  }

  #named(node: ts.TypeNode, symbol: ts.Symbol, part: Part): Rules | undefined {
    const bound = part.around.get(symbol)
    if (bound !== undefined) return this.#argument(node, bound, part)
    const declared = symbol.declarations?.find(
      (one) => ts.isTypeAliasDeclaration(one) || ts.isInterfaceDeclaration(one),
    )
    if (declared === undefined) return undefined
    if (isOfLibrary(declared)) return this.#global(node, symbol.name, part)
    return ts.isTypeAliasDeclaration(declared) ? this.#alias(declared, node, part) : undefined
  }

  /** Of several arguments the one with the type of the value. */
  #argument(
    node: ts.TypeNode,
    bound: readonly { node: ts.TypeNode; around: TypeArguments }[],
    part: Part,
  ): Rules | undefined {
    const { checker } = this.#run
    const isOwn = (one: ts.TypeNode): boolean =>
      isSameType(
        checker.getNonNullableType(checker.getTypeFromTypeNode(one)),
        checker.getNonNullableType(part.type),
      )
    const [first, ...others] = bound.length === 1 ? bound : bound.filter((one) => isOwn(one.node))
    if (first === undefined || others.length > 0) return this.#lost(node, part)
    return this.of(first.node, { ...part, around: first.around })
  }

  #global(node: ts.TypeNode, name: string, part: Part): Rules | undefined {
    const [first, second] = ts.isTypeReferenceNode(node) ? (node.typeArguments ?? []) : []
    if (first === undefined) return undefined
    if (name === 'Array' || name === 'ReadonlyArray') return this.#elements(first, node, part)
    if (name === 'Record') return this.#entries({ key: first, value: second }, node, part)
    if (name === 'NonNullable' || name === 'Readonly' || name === 'NoInfer') return this.of(first, part)
    return this.#lost(node, part)
  }

  #alias(declared: ts.TypeAliasDeclaration, use: ts.TypeNode, part: Part): Rules | undefined {
    if (this.#open.has(declared)) return undefined
    this.#open.add(declared)
    const around = bindArguments(declared, use, part.around, this.#run)
    const inner = this.of(declared.type, { ...part, around })
    this.#open.delete(declared)
    const own = this.#run.ruledAliases.has(declared) ? this.#ownRules(declared, part) : undefined
    return overriddenRules(inner, own)
  }

  #ownRules(declared: ts.TypeAliasDeclaration, part: Part): Rules | undefined {
    const { checker } = this.#run
    const type = checker.getNonNullableType(checker.getTypeFromTypeNode(declared.type))
    const isOwn =
      declared.typeParameters !== undefined || isSameType(type, checker.getNonNullableType(part.type))
    return isOwn ? rulesOfAlias(declared, nonNull(part.as), this.#run) : this.#lost(declared, part)
  }

  /** Warns of rules without effect, as the type of the value is computed. */
  #lost(node: ts.Node, { as, around }: Part): undefined {
    const { words, span } = this.#value
    const own = ts.isTypeAliasDeclaration(node) ? [node] : []
    const all = [...own, ...namedAliases(node, around, this.#run)]
    for (const one of all) this.#run.markRead(one)
    const [named] = all
    if (named === undefined || isObject(nonNull(as)) || isForeignPath(span.path, this.#run.cwd))
      return undefined
    this.#run.report(catalog.lostRules, span, named.name.text, words)
    return undefined
  }
}

/** The rules in an alias's own comment. Reports its other tags for properties. */
export function rulesOfAlias(
  declared: ts.TypeAliasDeclaration,
  type: PresentType,
  run: ParseRun,
): Rules | undefined {
  const all = tagsBefore(declared, run).tags.filter(({ name, text }) => run.names.isOfProperty(name, text))
  const isRule = ({ name }: LocatedTag): boolean => run.names.isRule(name)
  const tags = all.filter(isRule)
  run.markRead(declared)
  reportOverlooked(declared, run)
  const place = placeOf(type)
  const misplaced = place === undefined ? all.filter((tag) => !isRule(tag)) : all
  // Objects report their tags themselves, and tags in a package are of other tools.
  if (type.kind !== 'object' && !isForeignPath(declared.getSourceFile().fileName, run.cwd))
    for (const { name, span } of misplaced) run.report(catalog.misplacedTag, span, name, place ?? 'an alias')
  const declaration = `${declared.name.text} = ${declarationText(declared.type)}`
  return place === undefined ? parseFieldRules(tags, { type, declaration }, run) : undefined
}

/** The words for a type whose alias cannot have rules. */
function placeOf(type: PresentType): string | undefined {
  if (type.kind === 'record') return 'an alias of a record'
  if (type.kind === 'unknown') return 'an alias of unknown'
  if (isKindUnion(type) || type.kind === 'recursive') return 'an alias of several kinds'
  return isObject(type) ? 'an alias of objects' : undefined
}

function isObject(type: PresentType): boolean {
  return type.kind === 'object' || (type.kind === 'union' && type.tag !== 'kind')
}

/** The rules of an alias, and then those of the place that names it: one of the same name replaces the alias's. */
export function overriddenRules(named: Rules | undefined, own: Rules | undefined): Rules | undefined {
  if (named === undefined || own === undefined) return named ?? own
  const names = new Set(own.steps.map(stepName))
  return {
    steps: [...named.steps.filter((one) => !names.has(stepName(one))), ...own.steps],
    keys: overriddenRules(named.keys, own.keys),
    elements: overriddenRules(named.elements, own.elements),
    skipped: named.skipped || own.skipped,
  }
}

function stepName(step: RuleStep): string {
  if (step.kind === 'rule') return step.rule.name
  return step.kind === 'either' ? step.text : step.kind
}

/** Limits rules to one member of a union. */
function about(member: PresentType, rules: Rules): Rules {
  const only = [targetOf(member)]
  const steps = rules.steps.map((step): RuleStep => {
    if (step.kind === 'rule') return { ...step, rule: { ...step.rule, about: only } }
    return step.kind === 'either'
      ? { ...step, rules: step.rules.map((rule) => ({ ...rule, about: only })) }
      : step
  })
  return { ...rules, steps }
}

function below(place: 'elements', rules: Rules | undefined): Rules | undefined {
  return rules && { ...noRules, [place]: rules }
}

function isReadonly(node: ts.TypeNode): node is ts.TypeOperatorNode {
  return ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword
}

function isNothing(node: ts.TypeNode): boolean {
  if (ts.isLiteralTypeNode(node)) return node.literal.kind === ts.SyntaxKind.NullKeyword
  return node.kind === ts.SyntaxKind.UndefinedKeyword || node.kind === ts.SyntaxKind.VoidKeyword
}
