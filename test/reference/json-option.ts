import { type DecodedScope, readDecoded } from './bind-decoded.ts'
import { decodeJson } from './decode-json.ts'
import { Notes } from './draft.ts'
import type { HeldText } from './hold-pairs.ts'
import type { TypeModel } from './model.ts'
import type { WireSettings } from './wire-request.ts'

/** The option `json`: the text holds JSON, and is read as strictly as a JSON body. An empty text is absent. */
export function readJsonOption(
  type: TypeModel,
  { text, at, file }: HeldText,
  path: string,
  notes: Notes,
  { settings, zero }: { readonly settings: WireSettings; readonly zero: boolean },
): unknown {
  if (file !== undefined) notes.wrong(path, at)
  if (text === '' || file !== undefined) return undefined
  const scope: DecodedScope = { source: 'json', notes: new Notes(notes.source), settings, zero }
  let value: unknown
  try {
    value = readDecoded(type, decodeJson(text), path, scope, 1)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    notes.wrong(path, at)
    return undefined
  }
  // What JSON lacks stands where its text came, among what is wrong.
  for (const fault of scope.notes.all()) notes.add(fault, at)
  return value
}
