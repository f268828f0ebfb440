import { Project, type ts } from 'ts-morph'

/** Virtual folder in which ts-morph has the compiler's library in memory. */
export const libFolder = '/node_modules/typescript/lib/'

let host: ts.ModuleResolutionHost | undefined

/** The text of a file of the compiler's library, such as `lib.dom.d.ts`. */
export function libraryText(name: string): string | undefined {
  host ??= new Project({ useInMemoryFileSystem: true }).getModuleResolutionHost()
  return host.readFile(`${libFolder}${name}`)
}
