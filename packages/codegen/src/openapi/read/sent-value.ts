import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import type { DtoModule } from '../../model/dto.ts'
import { ts } from '../../parse/compiler.ts'
import type { AnswerBody } from '../model/operation.ts'
import { SentTypes, UnsentType } from './json-types.ts'
import type { Machine } from './machine.ts'
import type { Scope, Value } from './value.ts'

/** The body that `JSON.stringify` makes of a value; `undefined` after a diagnostic. */
export function readSent(
  value: Value | undefined,
  node: ts.Node,
  scope: Scope,
  m: Machine,
): AnswerBody | undefined {
  const declared = m.checker.getTypeAtLocation(node)
  // In a generic helper the argument of the call has the type.
  const isArgument = declared.flags & ts.TypeFlags.TypeParameter && value?.kind === 'unknown' && value.node
  const type = isArgument ? m.checker.getTypeAtLocation(isArgument) : declared
  const inside = isArgument && value.scope ? value.scope : scope
  return sentBody(type, node, inside, m)
}

/** {@link readSent} for a type, as in `@answer 200 Car`. */
export function sentBody(type: ts.Type, node: ts.Node, scope: Scope, m: Machine): AnswerBody | undefined {
  const types = new SentTypes(m.checker, scope, node)
  try {
    const of = types.read(type, node.getText())
    const module: DtoModule = { ...nowhere, objects: types.objects }
    const text = m.checker.typeToString(type)
    return { kind: 'value', module, type: of, text, key: `value ${text} ${types.key}` }
  } catch (error) {
    if (!(error instanceof UnsentType)) throw error
    if (error.isAny) m.facts?.unreadable(() => m.report(openApiCatalog.anyAnswer, node, error.place))
    else m.facts?.unreadable(() => m.report(openApiCatalog.unsentType, node, error.place, error.type))
    return undefined
  }
}

const nowhere: Omit<DtoModule, 'objects'> = {
  path: '',
  importExtension: '',
  aliasTag: undefined,
  dtos: [],
  bodies: [],
  brands: [],
  recursive: [],
}
