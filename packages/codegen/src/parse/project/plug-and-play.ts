import nodeModule from 'node:module'
import { join } from 'node:path'

/** API of Yarn's Plug'n'Play, which replaces `node_modules`. */
export interface PnpApi {
  /** Folder of a package, or a path below it. Throws if `issuer` does not depend on the package. */
  resolveToUnqualified(request: string, issuer: string | null): string | null
}

/** A package in Plug'n'Play. */
interface PnpPackage {
  /** Without the subpath of the import. */
  readonly name: string
  readonly folder: string
  /** A file in the package, from which the package resolves by its own name or through `node_modules`. */
  readonly issuer: string
  /** The file with Plug'n'Play's resolutions. */
  readonly manifest: string | undefined
}

/** The package of an import; `undefined` without Plug'n'Play, or for an unknown package. */
export function findPnpPackage(specifier: string, from: string): PnpPackage | undefined {
  const api = pnpApi(from)
  const [name] = /^(?:@[^/]+\/)?[^/.#][^/]*/.exec(specifier) ?? []
  if (api === undefined || name === undefined) return undefined
  try {
    const folder = api.resolveToUnqualified(name, from)?.replace(/[\\/]$/, '')
    if (folder === undefined) return undefined
    const manifest = api.resolveToUnqualified('pnpapi', null) ?? undefined
    return { name, folder, issuer: join(folder, 'index.ts'), manifest }
  } catch {
    // Not a dependency: the compiler will report its types as missing.
    return undefined
  }
}

/** The runtime of Plug'n'Play adds it to `node:module`. */
function pnpApi(from: string): PnpApi | undefined {
  const find: unknown = Reflect.get(nodeModule, 'findPnpApi')
  return typeof find === 'function' ? ((find(from) as PnpApi | null) ?? undefined) : undefined
}
