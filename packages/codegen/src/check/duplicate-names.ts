import { catalog } from '../diagnostics/catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import type { Source } from '../model/source.ts'
import type { BoundPlace } from './bound-places.ts'

/** Two properties must not share a key in one source. Header names ignore case. */
export function checkDuplicateNames({ source, fields }: BoundPlace): readonly Diagnostic[] {
  const owners = new Map<string, string>()
  return fields.flatMap(({ field, binding }) => {
    const key = comparable(binding.key, source)
    const other = owners.get(key)
    if (other === undefined) {
      owners.set(key, field.name)
      return []
    }
    return [diagnose(catalog.duplicateName, binding.span, field.name, other, binding.key, source)]
  })
}

function comparable(key: string, source: Source): string {
  return source === 'header' || source === 'respHeader' ? key.toLowerCase() : key
}
