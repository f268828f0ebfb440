import { ts } from 'ts-morph'
import { catalog } from '../../diagnostics/catalog.ts'
import { type Unbindable, unbindable } from '../../diagnostics/unbindable.ts'
import { type DefaultValue, declaredType, type Field, type TypePath } from '../../model/dto.ts'
import {
  type FieldType,
  isKindUnion,
  type KindUnion,
  nonNull,
  type PresentType,
  type ScalarName,
} from '../../model/field-type.ts'
import { isInherited } from '../../model/inherited-name.ts'
import type { Rules } from '../../model/rule.ts'
import type { SourceSpan } from '../../model/source-span.ts'
import { partsOf } from '../../model/type-parts.ts'
import { kindOf } from '../../model/value-kind.ts'
import { declarationText } from '../project/declaration-text.ts'
import { isOfLibrary } from '../project/library-types.ts'
import { spanOfNode } from '../project/spans.ts'
import { type LocatedTag, type LocatedTags, tagsBefore } from '../tags/comment-tags.ts'
import { describeType } from '../tags/describe-type.ts'
import { reportOverlooked } from '../tags/overlooked-tags.ts'
import { parseBindings } from '../tags/parse-bindings.ts'
import { fittingTypes, parseDefault, unprotect } from '../tags/parse-default.ts'
import { parseFieldRules } from '../tags/parse-field-rules.ts'
import { withTransform } from '../tags/parse-transform.ts'
import { readExamples, schemaNotes } from '../tags/schema-notes.ts'
import { isReadonly } from '../types/is-readonly.ts'
import type { TypeArguments } from '../types/named-arguments.ts'
import { isNothing } from '../types/own-members.ts'
import { holdsUndefined, parseFieldType } from '../types/parse-field-type.ts'
import { stepInto, type TypeNamer, type TypeUse } from '../types/type-use.ts'
import { writtenType } from '../types/written-type.ts'
import { type AliasedValue, aliasRules, overriddenRules } from './alias-rules.ts'
import type { ParseRun } from './parse-run.ts'

/** Tags valid only on an interface. */
export const interfaceTags: readonly string[] = ['missing', 'unknown', 'bindingSource', 'response', 'socket']

/** The type around a property. */
export interface FieldOwner {
  /** Name in the generated file. */
  readonly name: string
  readonly path: TypePath
  readonly type: ts.Type
  /** Declaration or use of the type; gives the span of properties without a declaration, as in mapped types. */
  readonly node: ts.Node
  readonly around: TypeArguments
  /** The type of the members of a mapped type. */
  readonly template?: ts.TypeNode | undefined
}

/** Parses one property; `undefined` after a diagnostic if it cannot be bound. */
export function parseField(
  property: ts.Symbol,
  owner: FieldOwner,
  run: ParseRun,
  namer: TypeNamer,
): Field | undefined {
  const declaration = ownDeclaration(property) ?? owner.node
  const { name } = property
  const span = spanOfNode(declaration)
  run.markRead(declaration)
  const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
  const refusal = refusedName(name, isOptional, declaration)
  if (refusal !== undefined) {
    const path = stepInto(owner.path, { kind: 'property', name })
    run.refusals.add({ use: { span, path, field: refusal[0] }, type: refusal[1], why: refusal[2] })
    return undefined
  }
  const isDeclared = declaration !== owner.node
  const { description, tags } = isDeclared ? tagsBefore(declaration, run) : { description: '', tags: [] }
  if (isDeclared) reportOverlooked(declaration, run)
  const bindings = run.readTags(span, [], () => parseBindings(tags, name, run))
  run.readTags(span, undefined, () => reportTags(tags, run))
  const typed = typeOfProperty(property, { owner, declaration, span, bindings }, run, namer)
  if (typed === undefined) return undefined
  const written = isDeclared ? declarationText(declaration) : ''
  const fieldType = run.readTags(span, typed.type, () =>
    withTransform(withScalarTag(typed.type, tags, written, { name, run }), tags, { name, run }),
  )
  const madeOptional = isOptional && isDeclared && isDeclaredWhole(declaration)
  const defaultValue = run.readTags(span, undefined, () =>
    readDefault(tags, fieldType, name, declaration, run),
  )
  const notes = schemaNotes(tags)
  const examples = readExamples(tags, fieldType, name, run)
  const text = isDeclared ? written : `${name}${isOptional ? '?' : ''}: ${describeType(fieldType)}`
  return {
    name,
    declaration: text,
    type: fieldType,
    optional: isOptional,
    madeOptional,
    holdsUndefined: typed.holdsUndefined,
    readonly: isReadonly(property, owner.type, run.checker),
    bindings,
    // In a `Partial` an absent property means no change, so it has no default.
    default: madeOptional ? undefined : defaultValue,
    rules: overriddenRules(
      namedRules(property, { declaration, words: text, span, as: fieldType }, owner, run),
      parseFieldRules(tags, { type: fieldType, declaration: text }, run),
    ),
    description,
    ...(tags.some((tag) => tag.name === 'hidden') && { hidden: true as const }),
    ...(notes.length > 0 && { notes }),
    ...(examples.length > 0 && { examples }),
    span,
  }
}

/** The rules of the aliases that the type of a property names. */
function namedRules(
  property: ts.Symbol,
  { declaration, ...about }: Pick<AliasedValue, 'words' | 'span' | 'as'> & { readonly declaration: ts.Node },
  { node: owner, around, template }: FieldOwner,
  run: ParseRun,
): Rules | undefined {
  const isTyped = ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration)
  const node = declaration === owner ? template : isTyped ? declaration.type : undefined
  if (node === undefined || run.ruledAliases.size === 0) return undefined
  return aliasRules(node, { ...about, type: run.checker.getTypeOfSymbol(property), around }, run)
}

/** Whether a property is declared without a `?`. */
function isDeclaredWhole(node: ts.Node): boolean {
  return (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)) && node.questionToken === undefined
}

/** A property before its type is parsed, see {@link parseField}. */
interface UntypedField extends Pick<Field, 'span' | 'bindings'> {
  readonly owner: FieldOwner
  readonly declaration: ts.Node
}

/** `undefined` for a forbidden property, and after a diagnostic. */
function typeOfProperty(
  property: ts.Symbol,
  { owner, declaration, span, bindings }: UntypedField,
  run: ParseRun,
  namer: TypeNamer,
): Pick<Field, 'type' | 'holdsUndefined'> | undefined {
  const written = writtenType(property, declaration)
  if (written !== undefined) return { type: written, holdsUndefined: written.kind === 'unknown' }
  const { name, flags } = property
  const isOptional = (flags & ts.SymbolFlags.Optional) !== 0
  const type = run.checker.getTypeOfSymbol(property)
  // `name?: never` forbids the property.
  if (isOptional && isNothing(type) && bindings.length === 0) return undefined
  if (!isOptional && type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void))
    return { type: { kind: 'scalar', scalar: 'undefined' }, holdsUndefined: true }
  const path = stepInto(owner.path, { kind: 'property', name })
  const { around } = owner
  const use: TypeUse = { field: name, owner: owner.name, span, path, node: declaration, around }
  run.refusals.ownPlaces.push({ name, type, node: declaration, span })
  const parsed = parseFieldType(type, use, run, namer)
  return parsed && { type: parsed, holdsUndefined: !isOptional && holdsUndefined(type) }
}

/** Arguments of the diagnostic for a name that cannot be bound. */
function refusedName(
  name: string,
  isOptional: boolean,
  declaration: ts.Node,
): readonly [called: string, type: string, why: Unbindable] | undefined {
  if (name.startsWith('__@')) return [declarationText(declaration), 'a symbol', unbindable.symbolKey]
  if (name === '__proto__') return [name, 'it', unbindable.proto]
  if (isOptional && isInherited(name)) return [name, `an optional ${name}`, unbindable.optionalInherited]
  return undefined
}

/** The user's declaration of a symbol; `undefined` if only the library declares it. */
export function ownDeclaration(symbol: ts.Symbol | undefined): ts.Node | undefined {
  return symbol?.declarations?.find((node) => !isOfLibrary(node))
}

/** Reports a repeated tag, which would override the first. Rules add up instead. */
export function reportRepeatedTags(
  { tags }: Pick<LocatedTags, 'tags'>,
  single: (name: string) => boolean,
  run: ParseRun,
): void {
  const read = tags.filter(({ name, text }) => single(name) && !(name === 'type' && text.startsWith('{')))
  for (const [i, { name, span }] of read.entries()) {
    const isSecond = read.findIndex((one) => one.name === name) < i
    if (isSecond) run.report(catalog.repeatedTag, span, name)
  }
}

function reportTags(tags: readonly LocatedTag[], run: ParseRun): void {
  // The usual case.
  if (tags.length === 0) return
  reportRepeatedTags({ tags }, (name) => run.names.isOurs(name) && name !== 'validate', run)
  for (const tag of tags) {
    if (interfaceTags.includes(tag.name)) run.report(catalog.misplacedTag, tag.span, tag.name, 'a property')
  }
}

const numberScalars = 'int int8 int16 int32 uint uint8 uint16 uint32 float32 float64'.split(' ')
const bigintScalars = ['bigint', 'int64', 'uint64']

/** Applies `@type int8`. Ignores JSDoc's own `@type {…}`, and a repetition of the `written` type. */
function withScalarTag(
  type: FieldType,
  tags: readonly LocatedTag[],
  written: string,
  { name, run }: { readonly name: string; readonly run: ParseRun },
): FieldType {
  const tag = tags.findLast((one) => one.name === 'type' && one.text !== '' && !one.text.startsWith('{'))
  if (tag === undefined || declaredType({ declaration: written }) === tag.text) return type
  const wanted = tag.text
  const allowed = scalarsFor(scalarsUnder(type))
  if (!allowed.includes(wanted)) {
    run.report(catalog.badScalar, tag.span, wanted, name, describeType(type))
    return type
  }
  return replaceScalar(type, wanted as ScalarName)
}

/** The aliases that `@type` allows for a property's numbers; none if the property mixes kinds. */
function scalarsFor(scalars: readonly ScalarName[]): readonly string[] {
  const [base, ...others] = scalars.filter((scalar) => scalar === 'bigint' || scalar === 'float64')
  if (base === undefined || others.length > 0) return []
  return base === 'bigint' ? bigintScalars : numberScalars
}

function scalarsUnder(type: FieldType): readonly ScalarName[] {
  if (type.kind === 'scalar') return [type.scalar]
  const isOpen = type.kind === 'nullable' || type.kind === 'list' || isKindUnion(type)
  return isOpen ? partsOf(type).flatMap(scalarsUnder) : []
}

function replaceScalar(type: FieldType, scalar: ScalarName): FieldType {
  if (type.kind === 'scalar') return { ...type, scalar }
  if (type.kind === 'list') return { ...type, element: replaceScalar(type.element, scalar) }
  if (type.kind === 'nullable') return { kind: 'nullable', of: replaceScalar(type.of, scalar) }
  return isKindUnion(type) ? replaceInUnion(type, scalar) : type
}

function replaceInUnion(union: KindUnion, scalar: ScalarName): FieldType {
  const isWanted = (one: PresentType): boolean => scalarsFor(scalarsUnder(one)).length > 0
  const branches = union.branches.map(({ type }) => ({
    type: isWanted(type) ? nonNull(replaceScalar(type, scalar)) : type,
  }))
  return { ...union, branches }
}

function readDefault(
  tags: readonly LocatedTag[],
  type: FieldType,
  name: string,
  declaration: ts.Node,
  run: ParseRun,
): DefaultValue | undefined {
  const tag = tags.findLast((one) => one.name === 'default')
  if (tag === undefined) return undefined
  const value = parseDefault(tag.text, type)
  // Points at the property if the tag is on its line, else at the tag.
  const span = tag.span.line === spanOfNode(declaration).line ? spanOfNode(declaration) : tag.span
  if (value === undefined) reportDefault(tag.text, type, name, span, run)
  return value
}

/** Reports an invalid or ambiguous default. */
function reportDefault(text: string, type: FieldType, name: string, span: SourceSpan, run: ParseRun): void {
  const fitting = fittingTypes(text, type)
  if (fitting.length < 2) {
    run.report(catalog.badDefault, span, name, unprotect(text), describeType(type))
    return
  }
  const isText = fitting.some((one) => kindOf(one) === 'string')
  run.report(catalog.unclearDefault, span, name, text, fitting.map(describeType), isText)
}
