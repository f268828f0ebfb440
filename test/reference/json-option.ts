import { type DecodedScope, hasScaled, readDecoded } from './bind-decoded.ts'
import { decodeJson } from './decode-json.ts'
import { Notes } from './draft.ts'
import type { HeldText } from './hold-pairs.ts'
import { type FieldModel, takesNull } from './model.ts'
import type { WireSettings } from './wire-request.ts'

interface OptionScope {
  readonly settings: WireSettings
  readonly zero: boolean
  /** Whether its issues may stand anywhere among those of its source. */
  readonly isLoose: boolean
}

/**
 * The option `json`: the text holds JSON, parsed as strictly as a JSON body. An empty text is absent, and
 * so is `null` for an optional, non-nullable property.
 */
export function readJsonOption(
  { type, optional }: FieldModel,
  { text, at, file }: HeldText,
  path: string,
  notes: Notes,
  { settings, zero, isLoose }: OptionScope,
): unknown {
  if (file !== undefined) notes.wrong(path, at)
  if (text === '' || file !== undefined) return undefined
  const scope: DecodedScope = {
    source: 'json',
    notes: new Notes(notes.source),
    settings,
    zero,
    isOpen: hasScaled(text),
  }
  let value: unknown
  try {
    const decoded = decodeJson(text)
    if (decoded === null && optional && !takesNull(type)) return undefined
    value = readDecoded(type, decoded, path, scope, 1)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    notes.wrong(path, at)
    return undefined
  }
  for (const issue of scope.notes.all()) notes.add({ ...issue, ...(isLoose ? { isLoose } : {}) }, at)
  return value
}
