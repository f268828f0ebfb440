import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { here, runNode, runTool, work } from './tools.ts'

/** Makes a client of a document in a folder. @returns the tool's output when it fails. */
type Generator = (document: string, folder: string) => Promise<string>

export const generators: Readonly<Record<string, Generator>> = {
  'openapi-typescript': (document, folder) =>
    generate(
      'openapi-typescript',
      [document, '-o', join(folder, 'schema.ts'), '--default-non-nullable=false'],
      folder,
    ),
  'hey-api': (document, folder) =>
    generate('openapi-ts', ['-i', document, '-o', folder, '-c', '@hey-api/client-fetch'], folder),
  orval: async (document, folder) => {
    const output = { target: join(folder, 'client.ts'), client: 'fetch', mode: 'single', baseUrl: '' }
    return generate(
      'orval',
      ['--config', config(folder, { api: { input: { target: document }, output } })],
      folder,
    )
  },
  kubb: async (document, folder) => {
    const path = join(folder, 'kubb.config.mjs')
    writeFileSync(path, kubbConfig(document, folder))
    return generate('kubb', ['generate', '--config', path], folder)
  },
}

async function generate(tool: string, args: readonly string[], folder: string): Promise<string> {
  const { code, output } = await runTool(tool, args, folder)
  return code === 0 ? '' : output
}

function config(folder: string, content: object): string {
  const path = join(folder, 'orval.config.mjs')
  writeFileSync(path, `export default ${JSON.stringify(content, null, 2)}\n`)
  return path
}

function kubbConfig(document: string, folder: string): string {
  return `import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'

export default defineConfig({
  root: ${JSON.stringify(folder)},
  input: { path: ${JSON.stringify(document)} },
  output: { path: 'gen', clean: true, extension: { '.ts': '.ts' } },
  plugins: [pluginOas({ generators: [] }), pluginTs({}), pluginClient({ client: 'fetch', dataReturnType: 'full' })],
})
`
}

/** Compiles every client with strict settings. @returns the errors of the compiler. */
export async function compileClients(): Promise<string> {
  const path = join(work, 'tsconfig.json')
  writeFileSync(path, JSON.stringify({ extends: '../tsconfig.clients.json', include: ['clients'] }))
  const { code, output } = await runNode([join(here, 'node_modules/typescript/bin/tsc'), '-p', path], here)
  return code === 0 ? '' : output
}

/** The folder of a client, empty at first. */
export function clientFolder(document: string, generator: string): string {
  const folder = join(work, 'clients', document, generator)
  mkdirSync(folder, { recursive: true })
  return folder
}

export function writtenBy(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true }).map(String)
}
