import { addMember, readObject } from './json-object.ts'
import { parseManifest } from './manifest.ts'

/** What became of package.json. */
export interface AddedScripts {
  readonly text: string
  readonly added: readonly string[]
  /** Scripts of that name with another content. */
  readonly kept: readonly string[]
}

/**
 * Adds scripts to the text of a package.json and keeps the rest byte for byte. A script that is there stays.
 *
 * @throws SyntaxError when the text is no JSON object.
 */
export function addScripts(text: string, scripts: Readonly<Record<string, string>>): AddedScripts {
  const manifest = parseManifest(text)
  const present = scriptsOf(manifest)
  const missing = Object.entries(scripts).filter(([name]) => !Object.hasOwn(present, name))
  const kept = Object.entries(scripts).filter(([name, content]) => (present[name] ?? content) !== content)
  let result = text
  if (missing.length > 0 && !('scripts' in manifest))
    result = addMember(text, readObject(text), emptyScripts(text))
  for (const [name, content] of missing) {
    const root = readObject(result)
    const at = root.members.findLast(({ key }) => key === 'scripts')?.valueStart ?? 0
    const space = isFlat(result) ? '' : ' '
    const member = `${JSON.stringify(name)}:${space}${JSON.stringify(content)}`
    result = addMember(result, readObject(result, at), member)
  }
  return { text: result, added: missing.map(([name]) => name), kept: kept.map(([name]) => name) }
}

function scriptsOf(manifest: object): Readonly<Record<string, unknown>> {
  if (!('scripts' in manifest)) return {}
  const { scripts } = manifest
  if (typeof scripts === 'object' && scripts !== null && !Array.isArray(scripts)) return { ...scripts }
  throw new SyntaxError('its scripts are no object')
}

function emptyScripts(text: string): string {
  return isFlat(text) ? '"scripts":{}' : '"scripts": {}'
}

/** Written on one line, without a blank after a colon. */
function isFlat(text: string): boolean {
  return !/":\s|\n/.test(text)
}
