import { trimBlanks } from '../request/header-lines.ts'

/** Adds unlisted names to a Vary header. `*` replaces all others. */
export function varyList(old: string, names: readonly string[]): string {
  const [only = ''] = names
  if (old === '' && names.length === 1 && !only.includes(',')) return trimBlanks(only)
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
