import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from '../support/fixture-folders.ts'

/** An import (or re-export) of a package's source file. */
export interface SourceImport {
  readonly package: string
  /** Below `src`, with forward slashes: `emit/text/banner.ts`. */
  readonly file: string
  /** As the source spells it. */
  readonly specifier: string
  /** For a relative import: its target, below `src`. */
  readonly target?: string
  /** Erased when compiled. */
  readonly isType: boolean
}

/** The top folder below `src` of a file; a file beside the folders is its own. */
export function stageOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : file
}

export const packages = ['core', 'runtime', 'codegen', 'cli', 'middleware'] as const

export function sourceImports(name: (typeof packages)[number]): readonly SourceImport[] {
  const src = join(root, 'packages', name, 'src')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts'))
    .sort()
  return files.flatMap((file) =>
    specifiersIn(readFileSync(join(src, file), 'utf8')).map(({ specifier, isType }): SourceImport => {
      const found = { package: name, file, specifier, isType }
      return specifier.startsWith('.')
        ? { ...found, target: posix.join(posix.dirname(file), specifier) }
        : found
    }),
  )
}

/** The dependencies of a package.json. */
export function declaredDependencies(name: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
  return Object.keys({
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.optionalDependencies,
  })
}

const statement =
  /^[ \t]*(?:import|export)\b(\s+type\b(?!\s*(?:,|from\b)))?[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm
const bare = /^[ \t]*import\s*['"]([^'"]+)['"]/gm
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

/** The text of a module in a template literal, as `ctxgen init` writes it. */
const moduleText = /`import [\s\S]*?\n`/g

function specifiersIn(source: string): { specifier: string; isType: boolean }[] {
  const code = source
    .replace(moduleText, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
  return [
    ...[...code.matchAll(statement)].map(([, type, specifier = '']) => ({
      specifier,
      isType: type !== undefined,
    })),
    ...[...code.matchAll(bare), ...code.matchAll(dynamic)].map(([, specifier = '']) => ({
      specifier,
      isType: false,
    })),
  ]
}
