import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { transpileTypeScript } from '@ctxgen/codegen'

/*
 * Hooks of node's loader for an app in TypeScript: `--verify` imports it as its author wrote it, with any Node.
 */

interface ResolveResult {
  readonly url: string
  readonly shortCircuit?: boolean
}

/** An import of `./car.js` may mean `car.ts`. */
export async function resolve(
  specifier: string,
  context: { readonly parentURL?: string },
  next: (specifier: string, context: unknown) => Promise<ResolveResult>,
): Promise<ResolveResult> {
  const { parentURL } = context
  if (/^\.{1,2}\//.test(specifier) && parentURL?.startsWith('file:')) {
    for (const candidate of candidatesOf(specifier)) {
      const url = new URL(candidate, parentURL)
      if (existsSync(fileURLToPath(url))) return { url: url.href, shortCircuit: true }
    }
  }
  return next(specifier, context)
}

function candidatesOf(specifier: string): readonly string[] {
  if (/\.[mc]?js$/.test(specifier)) return [specifier.replace(/js$/, 'ts')]
  return /\.[a-z]+$/.test(specifier) ? [] : [`${specifier}.ts`, `${specifier}/index.ts`]
}

export async function load(
  url: string,
  context: unknown,
  next: (url: string, context: unknown) => Promise<unknown>,
): Promise<unknown> {
  if (!/^file:.*\.[mc]?ts$/.test(url)) return next(url, context)
  const path = fileURLToPath(url)
  const source = transpileTypeScript(readFileSync(path, 'utf8'))
  return { format: /\.cts$/.test(path) ? 'commonjs' : 'module', source, shortCircuit: true }
}
