import { basename } from 'node:path'
import { ts } from 'ts-morph'
import type { DtoModule } from '../../model/dto.ts'
import type { Resolution } from './source-files.ts'

/**
 * The extension of generated imports: that of the source's relative imports, else of its aliases (`@/money`). Depends only
 * on the source and its tsconfig, so the output is the same in every run.
 *
 * @param resolved Resolutions of the file's imports.
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

/** The extension of imports in a generated file that has no source beside it. */
export function extensionBeside(options: ts.CompilerOptions): DtoModule['importExtension'] {
  if (options.allowImportingTsExtensions || options.rewriteRelativeImportExtensions) return '.ts'
  return isOld(options) || options.moduleResolution === ts.ModuleResolutionKind.Bundler ? '' : '.js'
}

/** CommonJS: `require` and its tools resolve imports without an extension. */
function isOld({ module, moduleResolution }: ts.CompilerOptions): boolean {
  if (moduleResolution === undefined) return module === ts.ModuleKind.CommonJS
  return moduleResolution === ts.ModuleResolutionKind.Node10
}

/** Whether imports resolve as in Node, whose ES modules require extensions. */
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

/** Whether an alias refers to a project source without its extension, which only bundlers and the like accept. */
function hasBareAlias(resolved: Iterable<Resolution>): boolean {
  return [...resolved].some(({ name, module }) => {
    if (module === undefined || module.isExternalLibraryImport || /^\.{1,2}(\/|$)/.test(name)) return false
    return name !== '@ctxgen/runtime' && stemOf(module.resolvedFileName) === basename(name)
  })
}

function stemOf(path: string): string {
  return basename(path).replace(/(\.d)?\.[mc]?tsx?$/, '')
}
