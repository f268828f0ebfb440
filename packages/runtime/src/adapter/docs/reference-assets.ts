import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** The files of Swagger UI that the page loads. */
export interface ReferenceAssets {
  readonly folder: string
  readonly version: string
  readonly names: readonly string[]
}

/** Finds the installed swagger-ui-dist. */
export function findAssets(): ReferenceAssets {
  const manifest = resolveManifest()
  const { version }: { readonly version: string } = JSON.parse(readFileSync(manifest, 'utf8'))
  return {
    folder: dirname(manifest),
    version,
    names: ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png'],
  }
}

function resolveManifest(): string {
  try {
    return createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')
  } catch (cause) {
    throw new Error('docs() needs swagger-ui-dist: npm i swagger-ui-dist', { cause })
  }
}
