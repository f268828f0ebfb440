import { type DecodedScope, readDecoded } from './bind-decoded.ts'
import { decodeJson, depthOf } from './decode-json.ts'
import { Notes } from './draft.ts'
import type { HeldText } from './hold-pairs.ts'
import type { TypeModel } from './model.ts'
import { type FaultSource, OpenPoint, Refusal } from './outcome.ts'
import type { WireSettings } from './wire-request.ts'

interface OptionScope {
  readonly settings: WireSettings
  readonly zero: boolean
  /** Whether its faults may stand anywhere among those of its source. */
  readonly isLoose: boolean
}

/** The option `json`: the text holds JSON, and is read as strictly as a JSON body. An empty text is absent. */
export function readJsonOption(
  type: TypeModel,
  { text, at, file }: HeldText,
  path: string,
  notes: Notes,
  { settings, zero, isLoose }: OptionScope,
): unknown {
  if (file !== undefined) notes.wrong(path, at)
  if (text === '' || file !== undefined) return undefined
  const scope: DecodedScope = { source: 'json', notes: new Notes(notes.source), settings, zero }
  if (depthOf(text) > settings.maxDepth) throw tooDeep(text, notes.source)
  let value: unknown
  try {
    value = readDecoded(type, decodeJson(text), path, scope, 1)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    notes.wrong(path, at)
    return undefined
  }
  for (const fault of scope.notes.all()) notes.add({ ...fault, ...(isLoose ? { isLoose } : {}) }, at)
  return value
}

/** Of a text that is no JSON either it is open which of the two is told. */
export function tooDeep(text: string, source: FaultSource): Error {
  try {
    decodeJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return new OpenPoint('no JSON, and too deep')
    throw error
  }
  return new Refusal(source, 'too deep')
}
