/** Why a text cannot be the `name` of a package.json, as npm has it; `undefined` if it can. */
export function nameProblem(name: string): string | undefined {
  if (/^[a-z0-9~-][a-z0-9._~-]*$/.test(name) && name.length <= 214 && !reserved.has(name)) return undefined
  const other = nameLike(name)
  return `"${name}" cannot be the name of a package${other === '' ? '' : `; ${other} can`}`
}

const reserved: ReadonlySet<string> = new Set(['node_modules', 'favicon.ico'])

function nameLike(name: string): string {
  const other = name
    .toLowerCase()
    .split(/[^a-z0-9._~]/)
    .filter((word) => word !== '')
    .join('-')
    .replace(/^[._-]+/, '')
    .slice(0, 214)
  return reserved.has(other) ? '' : other
}
