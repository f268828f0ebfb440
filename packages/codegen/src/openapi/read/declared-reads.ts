import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import { describedElsewhere } from '../model/described-headers.ts'
import type { RawValue } from '../model/operation.ts'
import type { DocTag } from './doc-comments.ts'
import type { Machine } from './machine.ts'

const header = /^[\w!#$%&'*+.^`|~-]+(?:,required)?$/

/** The request headers of `@reads Idempotency-Key,required - a description`. */
export function readsOf({ text, node, span }: DocTag, m: Machine): readonly RawValue[] {
  const [names = '', ...words] = text.replace(/\s+/g, ' ').split(' - ')
  const headers = names.split(' ')
  const named = headers.map((word) => word.split(',', 1)[0] ?? '')
  if (!headers.every((word) => header.test(word)) || named.some(isDescribedElsewhere)) {
    m.report(openApiCatalog.badDocTag, node, 'reads', text)
    return []
  }
  return named.map((name, i) => ({
    kind: 'value',
    in: 'header',
    name,
    type: { kind: 'scalar', scalar: 'string' },
    default: undefined,
    isRequired: headers[i] !== name,
    description: words.join(' - '),
    span,
  }))
}

function isDescribedElsewhere(name: string): boolean {
  return describedElsewhere.has(name.toLowerCase())
}
