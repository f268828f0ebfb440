import { catalog } from '../diagnostics/catalog.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { boundFields } from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'
import { type Source, sources } from '../model/source.ts'

/** Names must be possible in their source. */
export function checkNames(dto: ObjectType): readonly Diagnostic[] {
  return sources.flatMap((source) =>
    boundFields(dto, source).flatMap(({ binding }) => {
      const reason = whyNot(binding.key, source)
      return reason === undefined
        ? []
        : [diagnose(catalog.badName, binding.span, binding.key, source, reason)]
    }),
  )
}

/** RFC 9110 section 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

function whyNot(key: string, source: Source): string | undefined {
  if (key === '') return 'it is empty'
  if (/\p{Cc}/u.test(key)) return 'it holds a control character'
  if (key === '__proto__') return 'it would name the prototype of an object'
  const isToken = source === 'header' || source === 'respHeader' || source === 'cookie'
  if (isToken && !token.test(key)) return 'it is no token (RFC 9110 section 5.6.2)'
  const isPath = (source === 'query' || source === 'form') && /[.[\]]/.test(key)
  return isPath ? 'dots and brackets are read as the path to a nested value; nest an interface' : undefined
}
