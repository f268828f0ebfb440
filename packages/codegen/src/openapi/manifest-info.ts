import { dirname, join, resolve } from 'node:path'
import type { Disk } from '../disk/recorded-disk.ts'
import type { Info } from './document/openapi-document.ts'
import type { OpenApiOptions } from './openapi-options.ts'

/** Title, version and description from the nearest package.json above the app. */
export function readInfo(
  { app, cwd = '.', base = '.' }: Pick<OpenApiOptions, 'app' | 'cwd' | 'base'>,
  disk: Pick<Disk, 'readFile'>,
): Info {
  const manifest = nearestManifest(dirname(resolve(cwd, base, app)), disk)
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

function nearestManifest(folder: string, disk: Pick<Disk, 'readFile'>): Readonly<Record<string, unknown>> {
  const path = join(folder, 'package.json')
  const text = disk.readFile(path)
  if (text === undefined) return dirname(folder) === folder ? {} : nearestManifest(dirname(folder), disk)
  const content: unknown = JSON.parse(text)
  return typeof content === 'object' && content !== null ? { ...content } : {}
}
