import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { Library } from '@ctxgen/codegen/migrate'
import { emptied, unpack } from './folders.ts'
import type { Published } from './projects.ts'

/** Sources with schemas of one library. */
export interface Sources {
  readonly title: string
  readonly library: Library
  readonly folder: string
  /** Those that import the library, absolute. */
  readonly files: readonly string[]
  /** Folders with packages that they import. */
  readonly packages: readonly string[]
}

const imports: Readonly<Record<Library, RegExp>> = {
  zod: /\bfrom\s*['"]zod(?:\/[^'"]*)?['"]/,
  'class-validator': /\bfrom\s*['"]class-validator['"]/,
  typebox: /\bfrom\s*['"](?:@sinclair\/)?typebox(?:\/[^'"]*)?['"]/,
}

const isSource = /(?<!\.d)(?<!\.(?:test|spec|stories))\.[mc]?ts$/

export function sourcesIn(folder: string, library: Library): Sources {
  const path = resolve(folder)
  const files = filesBelow(path).filter(
    (one) => isSource.test(one) && imports[library].test(readFileSync(one, 'utf8')),
  )
  return { title: relative(process.cwd(), path), library, folder: path, files, packages: [] }
}

/** The sources of a package, as TypeScript: JavaScript gets its name, and what a map holds its place. */
export function sourcesOf({ library, name, version, files }: Published): Sources {
  const title = `${name}@${version}`
  const folder = emptied(join('sources', title.replace('/', '+')))
  const installed = unpack(name, version)
  const whole = join(installed, 'node_modules', name)
  for (const part of files) {
    const before = filesBelow(folder).length
    for (const path of filesBelow(join(whole, part))) {
      const target = join(folder, relative(whole, path))
      mkdirSync(dirname(target), { recursive: true })
      if (isSource.test(path)) cpSync(path, target)
      else if (path.endsWith('.map')) unmap(path, dirname(target))
    }
    const scripts = filesBelow(join(whole, part)).filter((path) => path.endsWith('.js'))
    const isMapped = filesBelow(folder).length > before
    if (!isMapped)
      for (const path of scripts) {
        const target = join(folder, relative(whole, path).replace(/\.js$/, '.ts'))
        mkdirSync(dirname(target), { recursive: true })
        cpSync(path, target)
      }
  }
  // It names the version of zod.
  cpSync(join(whole, 'package.json'), join(folder, 'package.json'))
  return { ...sourcesIn(folder, library), title, packages: [join(installed, 'node_modules')] }
}

interface SourceMap {
  readonly sources: readonly string[]
  readonly sourcesContent?: readonly (string | null)[]
}

function unmap(path: string, folder: string): void {
  const { sources, sourcesContent = [] } = JSON.parse(readFileSync(path, 'utf8')) as SourceMap
  for (const [i, source] of sources.entries()) {
    const text = sourcesContent[i]
    // A path that leaves the package stays in it.
    const target = join(folder, source.replaceAll('../', ''))
    if (typeof text !== 'string' || !isSource.test(source)) continue
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
}

export function filesBelow(path: string): readonly string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true }).flatMap((one) => {
    const found = join(path, one.name)
    if (one.isDirectory())
      return one.name === 'node_modules' || one.name.startsWith('.') ? [] : filesBelow(found)
    return one.isFile() ? [found] : []
  })
}
