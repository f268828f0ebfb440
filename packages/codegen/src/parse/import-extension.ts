import { basename } from 'node:path'
import type { DtoModule } from '../model/dto.ts'
import { ts } from './compiler.ts'
import type { Resolution } from './source-files.ts'

/**
 * The extension that generated imports have: the one the source's own imports have, first the relative ones and then its
 * aliases (`@/money`). Nothing beyond the source and its tsconfig counts, so that it is generated alike on its own.
 *
 * @param resolved What the imports of the file lead to.
 */
export function importExtension(
  file: ts.SourceFile,
  options: ts.CompilerOptions,
  resolved: Iterable<Resolution>,
): DtoModule['importExtension'] {
  if (options.allowImportingTsExtensions || options.rewriteRelativeImportExtensions) return '.ts'
  if (isOld(options)) return ''
  const relative = specifiersOf(file).find((specifier) => /^\.{1,2}\/(?!.*\.json$)/.test(specifier))
  if (relative !== undefined) return /\.[mc]?[jt]s$/.test(relative) ? '.js' : ''
  return !isOfNode(options) && hasBareAlias(resolved) ? '' : '.js'
}

/** What `require` and the tools of CommonJS find is a file without an extension, whichever resolution is the default. */
function isOld({ module, moduleResolution }: ts.CompilerOptions): boolean {
  if (moduleResolution === undefined) return module === ts.ModuleKind.CommonJS
  return moduleResolution === ts.ModuleResolutionKind.Node10
}

/** Whether imports resolve as in Node, whose ES modules name files with their extensions. */
function isOfNode({ module = ts.ModuleKind.ESNext, moduleResolution }: ts.CompilerOptions): boolean {
  if (moduleResolution === undefined)
    return module >= ts.ModuleKind.Node16 && module <= ts.ModuleKind.NodeNext
  return (
    moduleResolution === ts.ModuleResolutionKind.Node16 ||
    moduleResolution === ts.ModuleResolutionKind.NodeNext
  )
}

function specifiersOf(file: ts.SourceFile): readonly string[] {
  return file.statements.flatMap((one) =>
    ts.isImportDeclaration(one) && ts.isStringLiteral(one.moduleSpecifier) ? [one.moduleSpecifier.text] : [],
  )
}

/** Whether an alias names a source of the project without its extension, as only bundlers and their like take it. */
function hasBareAlias(resolved: Iterable<Resolution>): boolean {
  return [...resolved].some(({ name, module }) => {
    if (module === undefined || module.isExternalLibraryImport || /^\.{1,2}(\/|$)/.test(name)) return false
    return name !== '@ctxgen/runtime' && stemOf(module.resolvedFileName) === basename(name)
  })
}

function stemOf(path: string): string {
  return basename(path).replace(/(\.d)?\.[mc]?tsx?$/, '')
}
