import { addMember, readObject } from './json-object.ts'
import { parseManifest } from './manifest.ts'

/** The changed package.json. */
interface AddedScripts {
  readonly text: string
  readonly added: readonly string[]
  /** Existing scripts with other content. */
  readonly kept: readonly string[]
}

/**
 * Adds scripts to a package.json, and keeps existing scripts and all other text byte for byte.
 *
 * @throws SyntaxError if the text is not a JSON object.
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
  throw new SyntaxError('its scripts are not an object')
}

function emptyScripts(text: string): string {
  return isFlat(text) ? '"scripts":{}' : '"scripts": {}'
}

/** Whether it is on one line, without spaces after colons. */
function isFlat(text: string): boolean {
  return !/":\s|\n/.test(text)
}
