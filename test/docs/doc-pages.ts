import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../support/fixture-folders.ts'

/** A page of the documentation. */
export interface DocPage {
  /** From the root: `docs/tags.md`. */
  readonly name: string
  readonly path: string
  readonly text: string
}

/** Copies of pages, there while `npm pack` runs. */
const packed = join(root, 'packages/cli/docs')

/** Every page of the repository. */
export const pages: readonly DocPage[] = markdownFiles(root).map((path) => ({
  name: relative(root, path).replaceAll('\\', '/'),
  path,
  text: readFileSync(path, 'utf8'),
}))

/** @throws Error if the page does not exist. */
export function pageText(name: string): string {
  const page = pages.find((one) => one.name === name)
  if (page === undefined) throw new Error(`${name} does not exist`)
  return page.text
}

/** The methods that a page calls on a receiver: `c` or `c.bind()`. */
export function namedMethods(page: string, receiver: string): ReadonlySet<string> {
  const calls = new RegExp(`(?<![\\w.)])${receiver.replace(/[.()]/g, '\\$&')}\\.([a-z]\\w*)\\(`, 'g')
  return new Set([...page.matchAll(calls)].map(([, name]) => String(name)))
}

/** Short examples omit the import of the number types. */
export function withImports(source: string): string {
  if (source.includes("from '@ctxgen/runtime'")) return source
  const aliases = source.match(/\b(?:u?int(?:8|16|32|64)?|float(?:32|64)|FileHeader|FileStream)\b/g) ?? []
  return aliases.length === 0
    ? source
    : `${source}\nimport type { ${[...new Set(aliases)].join(', ')} } from '@ctxgen/runtime'\n`
}

function markdownFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'dist', '.git'].includes(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (path === packed) return []
      if (entry.isDirectory()) return markdownFiles(path)
      return entry.name.endsWith('.md') ? [path] : []
    })
    .sort()
}
