import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Info } from './document/openapi-document.ts'
import type { OpenApiOptions } from './openapi-options.ts'

/** Title, version and description from the nearest package.json above the app. */
export function readInfo({ app, cwd = '.', base = '.' }: Pick<OpenApiOptions, 'app' | 'cwd' | 'base'>): Info {
  const manifest = nearestManifest(dirname(resolve(cwd, base, app)))
  const textOf = (key: string): string | undefined => {
    const value = manifest[key]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const description = textOf('description')
  return {
    title: textOf('name') ?? 'API',
    version: textOf('version') ?? '0.0.0',
    ...(description === undefined ? {} : { description }),
  }
}

function nearestManifest(folder: string): Readonly<Record<string, unknown>> {
  const path = join(folder, 'package.json')
  if (!existsSync(path)) return dirname(folder) === folder ? {} : nearestManifest(dirname(folder))
  const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
  return typeof content === 'object' && content !== null ? { ...content } : {}
}
