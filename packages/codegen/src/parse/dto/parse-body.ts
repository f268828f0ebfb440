import { ts } from 'ts-morph'
import { catalog } from '../../diagnostics/catalog.ts'
import { notByName } from '../../diagnostics/unbindable.ts'
import { type Binding, type BodyType, declaredType, type Field, type TypePath } from '../../model/dto.ts'
import { type FieldType, nonNull } from '../../model/field-type.ts'
import type { Rules } from '../../model/rule.ts'
import { isDecoded } from '../../model/source.ts'
import { declarationText } from '../project/declaration-text.ts'
import { spanOfNode } from '../project/spans.ts'
import type { LocatedTag, LocatedTags } from '../tags/comment-tags.ts'
import { reportOverlooked } from '../tags/overlooked-tags.ts'
import { parseBindings } from '../tags/parse-bindings.ts'
import { schemaNotes } from '../tags/schema-notes.ts'
import { type BodyWords, bodyWords } from '../types/body-shaped.ts'
import type { ExportedType } from '../types/exported-types.ts'
import { argumentsIn, noArguments } from '../types/named-arguments.ts'
import { parseFieldType } from '../types/parse-field-type.ts'
import type { TypeNamer } from '../types/type-use.ts'
import { type AliasedValue, aliasRules, overriddenRules, rulesOfAlias } from './alias-rules.ts'
import { interfaceTags, reportRepeatedTags } from './parse-field.ts'
import type { ParseRun } from './parse-run.ts'

/** Facts from the tags that aliases and interfaces share. */
interface BodyTags extends Pick<BodyType, 'isSent' | 'missing' | 'unknown'> {
  readonly tags: LocatedTags
}

/** Parses an alias whose whole body is one value; `undefined` after a diagnostic. */
export function parseBody(
  { name, exportName, type, symbol }: ExportedType,
  { tags, isSent, missing, unknown }: BodyTags,
  run: ParseRun,
  namer: TypeNamer,
): BodyType | undefined {
  const node = symbol.declarations?.find(ts.isTypeAliasDeclaration)
  const what = bodyWords(type, run.checker)
  if (node === undefined || what === undefined) return undefined
  run.markRead(node)
  reportOverlooked(node, run)
  reportRepeatedTags(tags, (tag) => interfaceTags.includes(tag), run)
  reportMisplaced(tags.tags, what, run)
  const declaration = `${name}: ${declarationText(node.type)}`
  const span = spanOfNode(node.name)
  const all = parseBindings(tags.tags, '', run).filter(({ excluded }) => !excluded)
  if (all.length === 0 && !isSent) run.report(catalog.boundNowhere, span, 'the value', name)
  const bindings = bodyBindings(all, { name, what, declaration }, run)
  if (bindings.length === 0 && !isSent) return undefined
  run.refusals.ownPlaces.push({ name, type, node, span })
  const path: TypePath = { exported: exportName, steps: [] }
  const around = argumentsIn(node, noArguments, run)
  const read = parseFieldType(type, { field: name, owner: name, span, path, node, around }, run, namer)
  if (read === undefined) return undefined
  const rules = bodyRules(node, { words: declaration, span, type, as: read, around: noArguments }, run)
  const value = unnamedField(name, read, { declaration, bindings, rules, span })
  const notes = schemaNotes(tags.tags)
  const about = { description: tags.description, ...(notes.length > 0 && { notes }) }
  return { name, path, value, isSent, missing, unknown, ...about, span }
}

export function unnamedField(
  name: string,
  type: FieldType,
  { declaration, bindings, rules, span }: Pick<Field, 'declaration' | 'bindings' | 'rules' | 'span'>,
): Field {
  return {
    name,
    declaration,
    type,
    optional: false,
    madeOptional: false,
    holdsUndefined: false,
    readonly: false,
    bindings,
    default: undefined,
    rules,
    description: '',
    span,
  }
}

/** The rules in the alias's own comment, and those of the aliases in its type. */
function bodyRules(node: ts.TypeAliasDeclaration, value: AliasedValue, run: ParseRun): Rules | undefined {
  const named = aliasRules(node.type, value, run)
  return overriddenRules(
    named,
    run.ruledAliases.has(node) ? rulesOfAlias(node, nonNull(value.as), run) : undefined,
  )
}

/** Tags of properties are reported beside the rules. */
function reportMisplaced(tags: readonly LocatedTag[], what: BodyWords, run: ParseRun): void {
  for (const { name, text, span } of tags) {
    if (run.names.isOfProperty(name, text)) continue
    if (
      !run.names.isAsked(name, text) ||
      run.names.makesDto(name) ||
      name === 'missing' ||
      name === 'unknown'
    )
      continue
    run.report(catalog.misplacedTag, span, name, what)
  }
}

/** Keeps the decoded formats. Other formats are errors, unless they only come from `@body`. */
function bodyBindings(
  all: readonly Binding[],
  { name, what, declaration }: Pick<Field, 'name' | 'declaration'> & { readonly what: BodyWords },
  run: ParseRun,
): readonly Binding[] {
  const bindings = all.filter(({ source }) => isDecoded(source))
  const refused = all.filter(({ span }) => !bindings.some((one) => one.span === span))
  for (const [i, { source, span }] of refused.entries()) {
    // The alias tag has several sources.
    if (refused.findIndex((one) => one.span === span) < i) continue
    run.report(catalog.unbindableType, span, name, declaredType({ declaration }), notByName(what, source))
  }
  return bindings
}
