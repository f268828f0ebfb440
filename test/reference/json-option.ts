import { type DecodedScope, readDecoded } from './bind-decoded.ts'
import { type Decoded, decodeJson, depthOf } from './decode-json.ts'
import { Notes } from './draft.ts'
import type { HeldText } from './hold-pairs.ts'
import type { FieldModel } from './model.ts'
import { type FaultSource, Refusal } from './outcome.ts'
import type { WireSettings } from './wire-request.ts'

interface OptionScope {
  readonly settings: WireSettings
  readonly zero: boolean
  /** Whether its faults may stand anywhere among those of its source. */
  readonly isLoose: boolean
}

/**
 * The option `json`: the text holds JSON, and is read as strictly as a JSON body. An empty text is absent, and so is `null`
 * of an optional property that does not take it.
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
  const scope: DecodedScope = { source: 'json', notes: new Notes(notes.source), settings, zero }
  refuseTooDeep(text, notes.source, settings)
  let value: unknown
  try {
    const decoded = decodeJson(text)
    if (decoded === null && optional && type.kind !== 'nullable') return undefined
    value = readDecoded(type, decoded, path, scope, 1)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    notes.wrong(path, at)
    return undefined
  }
  for (const fault of scope.notes.all()) notes.add({ ...fault, ...(isLoose ? { isLoose } : {}) }, at)
  return value
}

/** A text that is no JSON is not too deep. */
function refuseTooDeep(text: string, source: FaultSource, { maxDepth }: WireSettings): void {
  let value: Decoded
  try {
    value = decodeJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return
    throw error
  }
  if (depthOf(value) > maxDepth) throw new Refusal(source, 'too deep')
}
