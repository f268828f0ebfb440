import { literal } from '../../emit/text/literal.ts'
import type { OperationPlan, Shape, ValuePlan } from '../plan/client-plan.ts'
import type { FileDraft } from './file-draft.ts'

/** The properties of an operation that requests name otherwise. */
export function printFieldNames(operation: OperationPlan, { out, use, names }: FileDraft): void {
  const found = fieldNames(operation)
  if (found.size === 0) return
  out.blank()
  out.list(
    `export const ${names.operation(operation)}Names: ${use('FieldNames')} = {`,
    [...found].map(([place, name]) => `${literal(place)}: ${literal(name)}`),
    '}',
    ' ',
  )
}

function fieldNames({ path, query, headers, cookies, body }: OperationPlan): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const inShape = ({ members, alias }: Shape, place: string, above: readonly Shape[]): void => {
    for (const { name, key, value } of members) {
      if (key !== name) found.set(`${place}${key}`, name)
      inValue(value, `${place}${key}.`, above)
    }
    if (alias !== undefined) inValue(alias, place, above)
  }
  const inValue = (value: ValuePlan, place: string, above: readonly Shape[]): void => {
    for (const one of partsOf(value)) inValue(one, isList(value) ? `${place}*.` : place, above)
    // A type in itself has no end of places.
    if (value.kind === 'shape' && !above.includes(value.shape))
      inShape(value.shape, place, [...above, value.shape])
  }
  for (const piece of path)
    if (typeof piece !== 'string' && piece.key !== piece.name) found.set(piece.key, piece.name)
  for (const shape of [query, headers, cookies]) if (shape !== undefined) inShape(shape, '', [])
  if (body?.kind !== 'value') return found
  if (body.property !== undefined) found.set('', body.property)
  inValue(body.value, '', [])
  return found
}

function isList({ kind }: ValuePlan): boolean {
  return kind === 'list' || kind === 'tuple'
}

/** The values in a value whose places have names; keys of records are the caller's. */
function partsOf(value: ValuePlan): readonly ValuePlan[] {
  switch (value.kind) {
    case 'list':
    case 'nullable':
    case 'wrapped':
      return [value.of]
    case 'tuple':
      return value.rest === undefined ? value.of : [...value.of, value.rest]
    case 'either':
      return value.of
    case 'union':
      return value.branches.map((one) => one.value)
    case 'record':
    case 'shape':
    case 'leaf':
    case 'oneOf':
    case 'never':
      return []
  }
}
