import { ts } from 'ts-morph'
import type { Diagnostic } from '../../diagnostics/diagnose.ts'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import type { DtoModule } from '../../model/dto.ts'
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
  const isParameter = m.answers.of(
    node,
    'isParameter',
    () => (m.checker.getTypeAtLocation(node).flags & ts.TypeFlags.TypeParameter) !== 0,
  )
  // In a generic helper the argument of the call has the type.
  const argument = isParameter && value?.kind === 'unknown' ? value : undefined
  const at = argument?.node ?? node
  const inside = argument?.scope ?? scope
  const read = (): SentBody | UnsentType => bodyOf(m.checker.getTypeAtLocation(at), node, inside, m)
  return sentOrReported(inside.isGeneric ? read() : m.answers.of(at, node, read), node, m)
}

/** {@link readSent} for a type, as in `@answer 200 Car`. */
export function sentBody(type: ts.Type, node: ts.Node, scope: Scope, m: Machine): AnswerBody | undefined {
  return sentOrReported(bodyOf(type, node, scope, m), node, m)
}

interface SentBody {
  readonly body: AnswerBody
  readonly diagnostics: readonly Diagnostic[]
}

function bodyOf(type: ts.Type, node: ts.Node, scope: Scope, m: Machine): SentBody | UnsentType {
  const types = new SentTypes(m.checker, scope, node, m.cwd)
  try {
    const of = types.read(type, node.getText())
    const module: DtoModule = { ...nowhere, objects: types.objects }
    const text = m.checker.typeToString(type)
    const body: AnswerBody = { kind: 'value', module, type: of, text, key: `value ${text} ${types.key}` }
    return { body, diagnostics: types.diagnostics }
  } catch (error) {
    if (!(error instanceof UnsentType)) throw error
    return error
  }
}

function sentOrReported(found: SentBody | UnsentType, node: ts.Node, m: Machine): AnswerBody | undefined {
  if (!(found instanceof UnsentType)) {
    for (const one of found.diagnostics) m.add(one)
    return found.body
  }
  const { place, type, isAny } = found
  if (isAny) m.unreadable(openApiCatalog.anyAnswer, node, place)
  else m.unreadable(openApiCatalog.unsentType, node, place, type)
  return undefined
}

const nowhere: Omit<DtoModule, 'objects'> = {
  path: '',
  importExtension: '',
  aliasTag: undefined,
  dtos: [],
  bodies: [],
  sockets: [],
  brands: [],
  recursive: [],
}
