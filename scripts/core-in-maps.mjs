// The packages' sources are packed, so source maps only name them. Sources of the private core are written into the map.
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the core's sources. */
export const coreSources = fileURLToPath(new URL('../packages/core/src', import.meta.url))

/** Returns a source map whose sources in the core have their text. */
export function withCoreTexts(map, path) {
  const sourcesContent = map.sources.map((source) => {
    const file = resolve(dirname(path), source)
    return file.startsWith(coreSources) ? readFileSync(file, 'utf8') : null
  })
  return { ...map, sourcesContent }
}
