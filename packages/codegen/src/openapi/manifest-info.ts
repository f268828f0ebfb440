import { dirname, join, resolve } from 'node:path'
import type { Disk } from '../disk/recorded-disk.ts'
import { UsageError } from '../input/usage-error.ts'
import type { Info } from './document/openapi-document.ts'
import type { OpenApiOptions } from './openapi-options.ts'

type AppPlace = Pick<OpenApiOptions, 'app' | 'cwd' | 'base'>

/** Title, version and description from the nearest package.json above the app. */
export function readInfo(options: AppPlace, disk: Pick<Disk, 'readFile'>): Info {
  const manifest = nearestManifest(manifestPlaces(options), disk)
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

function nearestManifest(
  places: readonly string[],
  disk: Pick<Disk, 'readFile'>,
): Readonly<Record<string, unknown>> {
  for (const path of places) {
    const text = disk.readFile(path)
    if (text === undefined) continue
    const content = contentOf(path, text)
    return typeof content === 'object' && content !== null ? { ...content } : {}
  }
  return {}
}

function contentOf(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError(`${path} is no JSON: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/** Where the package.json may be, the nearest place first. */
export function manifestPlaces({ app, cwd = '.', base = '.' }: AppPlace): readonly string[] {
  const places: string[] = []
  for (let folder = dirname(resolve(cwd, base, app)); ; folder = dirname(folder)) {
    places.push(join(folder, 'package.json'))
    if (dirname(folder) === folder) return places
  }
}
