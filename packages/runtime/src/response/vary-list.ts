import { trimBlanks } from '../request/trim-blanks.ts'
/** A Vary header with more names in it: each once, in the spelling and place it came first. `*` stands alone. */
export function varyList(old: string, names: readonly string[]): string {
  const listed = new Set<string>()
  for (const name of old.split(',')) listed.add(trimBlanks(name).toLowerCase())
  let list = old
  for (const text of names) {
    for (const part of text.split(',')) {
      const name = trimBlanks(part)
      if (name === '' || listed.has(name.toLowerCase())) continue
      listed.add(name.toLowerCase())
      list = list === '' ? name : `${list}, ${name}`
    }
  }
  return listed.has('*') ? '*' : list
}
