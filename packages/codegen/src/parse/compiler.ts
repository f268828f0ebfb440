import { readFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { runInThisContext } from 'node:vm'
import type { ts as Compiler } from 'ts-morph'
import { requireCompiled } from '../cache/compiled-file.ts'
import { ownRequire } from '../own-package.ts'
import { withoutServices } from './compiler-parts.ts'

/** The package of ts-morph that contains the compiler as one file. */
const common = createRequire(ownRequire.resolve('ts-morph')).resolve('@ts-morph/common')

/*
 * Loaded without `import`, which would scan 9 MB for export names; without ts-morph itself, which is otherwise unused; and
 * without the texts of the library, which few runs need.
 */
const loaded = requireCompiled(join(dirname(common), 'typescript.js'), withoutServices)

export const ts = loaded.exports as typeof Compiler

/** Caches V8's compiled code of the compiler for the next run. @throws the file system's error. */
export function keepCompiler(): void {
  loaded.keep()
}

/** The texts of the compiler's library, by file name. */
export function readLibFiles(): ReadonlyMap<string, string> {
  const { getLibFiles } = requireCommon()
  return new Map(getLibFiles().map(({ fileName, text }) => [fileName, text]))
}

interface LibPackage {
  readonly getLibFiles: () => readonly { readonly fileName: string; readonly text: string }[]
}

/** A plain `require` would load a second compiler. */
function requireCommon(): LibPackage {
  const require = createRequire(common)
  const given = (name: string): unknown => (name === './typescript' ? ts : require(name))
  const module = { exports: {} }
  const load: unknown = runInThisContext(Module.wrap(readFileSync(common, 'utf8')), { filename: common })
  if (typeof load === 'function')
    load.call(module.exports, module.exports, given, module, common, dirname(common))
  return module.exports as LibPackage
}

/** Types under the same name as the values. */
// biome-ignore lint/style/noNamespace: the only way to use one name for both, as in ts-morph.
export declare namespace ts {
  export type BigIntLiteralType = Compiler.BigIntLiteralType
  export type ClassDeclaration = Compiler.ClassDeclaration
  export type CompilerHost = Compiler.CompilerHost
  export type CompilerOptions = Compiler.CompilerOptions
  export type CreateSourceFileOptions = Compiler.CreateSourceFileOptions
  export type IndexInfo = Compiler.IndexInfo
  export type InterfaceDeclaration = Compiler.InterfaceDeclaration
  export type ModuleKind = Compiler.ModuleKind
  export type ModuleResolutionCache = Compiler.ModuleResolutionCache
  export type Node = Compiler.Node
  export type ParameterDeclaration = Compiler.ParameterDeclaration
  export type ParseConfigHost = Compiler.ParseConfigHost
  export type ParsedCommandLine = Compiler.ParsedCommandLine
  export type Program = Compiler.Program
  export type ResolutionMode = Compiler.ResolutionMode
  export type ResolvedModuleFull = Compiler.ResolvedModuleFull
  export type ResolvedModuleWithFailedLookupLocations = Compiler.ResolvedModuleWithFailedLookupLocations
  export type ScriptTarget = Compiler.ScriptTarget
  export type Signature = Compiler.Signature
  export type SourceFile = Compiler.SourceFile
  export type Statement = Compiler.Statement
  export type Symbol = Compiler.Symbol
  export type TemplateLiteralType = Compiler.TemplateLiteralType
  export type TupleTypeReference = Compiler.TupleTypeReference
  export type Type = Compiler.Type
  export type TypeAliasDeclaration = Compiler.TypeAliasDeclaration
  export type TypeChecker = Compiler.TypeChecker
  export type TypeNode = Compiler.TypeNode
  export type TypeReference = Compiler.TypeReference
  export type TypeReferenceNode = Compiler.TypeReferenceNode
  export type UnionType = Compiler.UnionType
}
