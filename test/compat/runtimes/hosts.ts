import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { places } from '../../conformance/places.ts'

/** A runtime that runs scripts. */
export interface Host {
  readonly name: 'Node' | 'Bun' | 'Deno'
  readonly command: string
  /** Before the path of a script. */
  readonly options: readonly string[]
  /** The script of `project/src` that serves by what the runtime has itself. */
  readonly ownServer: string | undefined
}

const folder = fileURLToPath(new URL('.', import.meta.url))
const tsx = pathToFileURL(join(places.nodeModules, 'tsx/dist/loader.mjs')).href
const bin = (name: string): string => join(folder, 'node_modules/.bin', name)

export const node: Host = {
  name: 'Node',
  command: process.execPath,
  // Nothing may make code of text, as under a strict Content-Security-Policy.
  options: ['--disallow-code-generation-from-strings', '--import', tsx],
  ownServer: undefined,
}

/** Those that are compared with Node; Cloudflare's runs no scripts, see `workerd.ts`. */
export const otherHosts: readonly Host[] = [
  { name: 'Bun', command: bin('bun'), options: [], ownServer: 'serve-bun.ts' },
  {
    name: 'Deno',
    command: bin('deno'),
    options: ['run', '--allow-all', '--node-modules-dir=manual', '--no-lock'],
    ownServer: 'serve-deno.ts',
  },
]
