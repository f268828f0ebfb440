import type { ts } from 'ts-morph'
import { catalog } from '../../diagnostics/catalog.ts'
import type { Field } from '../../model/dto.ts'
import { declarationText } from '../project/declaration-text.ts'
import { isOfLibrary } from '../project/library-types.ts'
import { spanOfNode } from '../project/spans.ts'
import { tagsBefore } from '../tags/comment-tags.ts'
import { holdsUndefined, parseFieldType } from '../types/parse-field-type.ts'
import { isOfText, isWithoutKeys, typeText } from '../types/refused-type.ts'
import { stepInto, type TypeNamer } from '../types/type-use.ts'
import type { FieldOwner } from './parse-field.ts'
import type { ParseRun } from './parse-run.ts'

/** Parses the index signature of an object; `undefined` for an object without one, and after a diagnostic. */
export function parseIndex(
  type: ts.Type,
  owner: FieldOwner,
  run: ParseRun,
  namer: TypeNamer,
): Field | undefined {
  const index = openIndexOf(type, run.checker)
  if (index === undefined) return undefined
  const { declaration } = index
  // The index of `extends Record<string, string>` is declared in the library, where a diagnostic would not help.
  const isOwn = declaration !== undefined && !isOfLibrary(declaration)
  const node = isOwn ? declaration : owner.node
  if (isOwn) refuseTags(declaration, run)
  const text = isOwn ? declarationText(declaration) : `[key: string]: ${typeText(index.type, run.checker)}`
  const end = text.indexOf(']') + 1
  const name = text.slice(0, end)
  const span = spanOfNode(node)
  const path = stepInto(owner.path, { kind: 'element' })
  const { around } = owner
  const use = { field: name, owner: owner.name, span, path, node, around }
  const parsed = parseFieldType(index.type, use, run, namer)
  return (
    parsed && {
      name,
      declaration: `[key]${text.slice(end)}`,
      type: parsed,
      optional: false,
      madeOptional: false,
      holdsUndefined: holdsUndefined(index.type),
      readonly: index.isReadonly,
      bindings: [],
      default: undefined,
      rules: undefined,
      description: '',
      span,
    }
  )
}

/** The only index signature of a type, with `string` keys. */
export function openIndexOf(type: ts.Type, checker: ts.TypeChecker): ts.IndexInfo | undefined {
  const [index, ...others] = checker.getIndexInfosOfType(type)
  if (index === undefined || others.length > 0 || !isOfText(index)) return undefined
  return isWithoutKeys(type, checker) ? undefined : index
}

/** Tags on an index signature are misplaced. */
function refuseTags(declaration: ts.Node, run: ParseRun): void {
  run.markRead(declaration)
  for (const { name, span } of tagsBefore(declaration, run).tags)
    if (run.names.isOurs(name) || run.names.isRule(name))
      run.report(catalog.misplacedTag, span, name, 'an index signature')
}
