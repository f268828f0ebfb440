import nodeModule from 'node:module'
import { join } from 'node:path'

/** What Yarn's Plug'n'Play knows of packages, which are in no `node_modules` there. */
export interface PnpApi {
  /** A package's folder, or a path below it; throws where `issuer` does not depend on the package. */
  resolveToUnqualified(request: string, issuer: string | null): string | null
}

/** Where a package is, by Plug'n'Play. */
export interface PnpPackage {
  /** Without what the import names below it. */
  readonly name: string
  readonly folder: string
  /** A file of the package: from it the package is found by its own name, or in the `node_modules` around it. */
  readonly issuer: string
  /** The file that decides it. */
  readonly manifest: string | undefined
}

/** The package of an import; `undefined` where there is no Plug'n'Play, or it does not know the package. */
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
    // A package that nobody depends on: the compiler says of its types that they are not there.
    return undefined
  }
}

/** Put into node's own module by the runtime of Plug'n'Play. */
function pnpApi(from: string): PnpApi | undefined {
  const find: unknown = Reflect.get(nodeModule, 'findPnpApi')
  return typeof find === 'function' ? ((find(from) as PnpApi | null) ?? undefined) : undefined
}
