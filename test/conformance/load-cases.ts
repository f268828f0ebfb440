import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GeneratorCase, RequestCase } from './case-types.ts'

/** The folders of a set of cases. */
export const kinds = ['bind', 'request', 'response'] as const

interface AreaFile {
  /** Folder and file, as in `bind/query-scalars`. */
  readonly name: string
  /** The DTO source beside the cases, if any. */
  readonly dtoFile: string | undefined
}

/** The cases of one file. */
export type Area = AreaFile &
  (
    | { readonly kind: 'request'; readonly cases: readonly RequestCase[] }
    | { readonly kind: 'generator'; readonly cases: readonly GeneratorCase[] }
  )

/** Reads every area below a folder. @throws if a file is not a JSON array of cases. */
export function loadAreas(folder: string): Area[] {
  const areas: Area[] = []
  for (const kind of kinds) {
    const path = join(folder, kind)
    if (!existsSync(path)) continue
    for (const file of readdirSync(path).sort()) {
      if (file.endsWith('.json'))
        areas.push(loadArea(path, `${kind}/${file.slice(0, -'.json'.length)}`, file))
    }
  }
  return areas
}

function loadArea(folder: string, name: string, file: string): Area {
  const content: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  if (!Array.isArray(content)) throw new Error(`${join(folder, file)} is no list of cases`)
  for (const item of content as unknown[]) {
    if (!hasId(item)) throw new Error(`${join(folder, file)} has a case without an id`)
  }
  const dto = join(folder, file.replace(/\.json$/, '.dto.ts'))
  const dtoFile = existsSync(dto) ? dto : undefined
  return name === 'bind/generator'
    ? { name, dtoFile, kind: 'generator', cases: content as GeneratorCase[] }
    : { name, dtoFile, kind: 'request', cases: content as RequestCase[] }
}

function hasId(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string'
}
