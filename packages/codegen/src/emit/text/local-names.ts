import { code, type Name } from './code.ts'

/** Words that cannot name a variable in a module, and globals that generated code uses. */
const keywords: ReadonlySet<string> = new Set(
  `arguments as async await break case catch class const continue debugger default delete do else enum eval export
  extends false finally for from function get if implements import in instanceof interface let new null of package
  private protected public return set static super switch this throw true try typeof undefined var void while with yield
  NaN Infinity Object Date String Number Boolean Array Symbol BigInt`.split(/\s+/),
)

/** Names that the generated readers use themselves. */
const ofReaders: ReadonlySet<string> = new Set(
  `at before c dto headers json key list out pairs result some value xml uri body query header respHeader cookie form`.split(
    /\s+/,
  ),
)

/** Variable names in a function: the property names, with a `$` appended where a name is taken. */
export function localNames(
  properties: readonly string[],
  taken: (name: string) => boolean,
  own: ReadonlySet<string> = ofReaders,
): ReadonlyMap<string, Name> {
  const names = new Map<string, Name>()
  const used = new Set<string>()
  for (const property of properties) {
    let word = wordOf(property)
    while (keywords.has(word) || own.has(word) || used.has(word) || taken(word)) word += '$'
    used.add(word)
    names.set(property, code.word(word))
  }
  return names
}

/** A property's name with `_` for characters that an identifier cannot contain. */
export function wordOf(property: string): string {
  if (/^[A-Za-z_$][A-Za-z0-9_$]*$/.test(property)) return property
  const word = property.replace(/[^A-Za-z0-9_$]/g, '_')
  return /^[A-Za-z_$]/.test(word) ? word : `_${word}`
}

/** Whether a name cannot be that of a function or a type in a module. */
export function isReserved(name: string): boolean {
  return keywords.has(name)
}
