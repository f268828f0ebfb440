import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import { spanOfNode } from '../../parse/project/spans.ts'
import { readQueries } from './ctx-calls.ts'
import { useBinder } from './generated-calls.ts'
import type { Machine, Site } from './machine.ts'
import type { BindValue, Value } from './value.ts'

/** Media types that `c.bind()` reads without a DTO. */
const rawMedia: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  msgPack: 'application/vnd.msgpack',
  cbor: 'application/cbor',
  form: 'application/x-www-form-urlencoded',
}

/** A call of a method of `c.bind()`. */
export function callBinder(
  on: BindValue,
  name: string,
  args: readonly Value[],
  site: Site,
  m: Machine,
): Value {
  if (/^(?:withAutoHandling|withoutAutoHandling|skipValidation)$/.test(name)) {
    const isSkipped = name === 'skipValidation' && args[0]?.kind === 'literal' && args[0].value === true
    return { kind: 'bind', skipsRules: name === 'skipValidation' ? isSkipped : on.skipsRules }
  }
  const [dto] = args
  if (dto?.kind === 'generated') useBinder(dto, { source: name, isChecked: !on.skipsRules }, site, m)
  else if (dto === undefined || dto.kind === 'object') readRaw(name, site, m)
  else reportDto(site, m)
  return { kind: 'unknown', node: site.node, scope: site.scope }
}

function reportDto({ args, node }: Site, m: Machine): void {
  const [at = node] = args
  m.unreadable(openApiCatalog.unknownDto, at, at.getText())
}

/** `bind().json()` without a DTO: a body of any content; `bind().query()`: any keys. */
function readRaw(name: string, site: Site, m: Machine): void {
  const { node } = site
  if (name === 'query') readQueries(site, m)
  const media = rawMedia[name]
  if (media === undefined) return
  m.facts?.addRaw({ kind: 'body', media, span: spanOfNode(node) })
  for (const status of [400, 413, 415]) {
    const error = {
      name: status === 400 ? 'BindError' : 'HttpError',
      statuses: [status],
      message: undefined,
      node,
    } as const
    m.flow.mayThrow({ kind: 'object', members: new Map(), error }, node)
  }
}
