import { catalog } from '../diagnostics/catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import type { Source } from '../model/source.ts'
import type { BoundPlace } from './bound-places.ts'

/** Names must be valid in their source. */
export function checkNames({ source, fields }: BoundPlace): readonly Diagnostic[] {
  return fields.flatMap(({ binding }) => {
    const reason = whyNot(binding.key, source)
    return reason === undefined ? [] : [diagnose(catalog.badName, binding.span, binding.key, source, reason)]
  })
}

/** RFC 9110 section 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

function whyNot(key: string, source: Source): string | undefined {
  if (key === '') return 'it is empty'
  if (/\p{Cc}/u.test(key)) return 'it contains a control character'
  if (key === '__proto__') return 'it refers to the prototype of an object'
  const isToken = source === 'header' || source === 'respHeader' || source === 'cookie'
  if (isToken && !token.test(key)) return "a token has only letters, digits and !#$%&'*+-.^_`|~"
  // Go's encoding/xml treats `posts>post` as a path.
  if (source === 'xml' && /[<>]/.test(key)) return 'it is not an element name; nest an interface for a path'
  const isPath = (source === 'query' || source === 'form') && /[.[\]]/.test(key)
  return isPath ? 'dots and brackets form a path to a nested value; nest an interface' : undefined
}
