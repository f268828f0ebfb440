import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ts as Compiler } from 'ts-morph'
import { requireCompiled } from '../cache/compiled-file.ts'
import { ownRequire } from '../own-package.ts'
import { withoutServices } from './compiler-parts.ts'

/** The package below ts-morph that has the compiler, in a file of its own. */
const common = createRequire(ownRequire.resolve('ts-morph')).resolve('@ts-morph/common')

/*
 * Loaded without `import`, which would look through 9 MB for the names they export; without ts-morph itself, of which
 * nothing else is used; and without the texts of the library, which few runs need.
 */
const loaded = requireCompiled(join(dirname(common), 'typescript.js'), withoutServices)

export const ts = loaded.exports as typeof Compiler

/** Writes down what was compiled of the compiler, for the next run. @throws the file system's error. */
export function keepCompiler(): void {
  loaded.keep()
}

/** The compiler's own library, by the names of its files. To run the file that has it would leave 12 MB in memory. */
export function readLibFiles(): ReadonlyMap<string, string> {
  const written = readFileSync(common, 'utf8').matchAll(/^ *fileName: (".*"),\r?\n *text: (".*")\r?$/gm)
  const files = [...written].map(([, name = '', text = '']) => [JSON.parse(name), JSON.parse(text)] as const)
  if (files.length === 0) throw new Error(`${common} has no library`)
  return new Map(files)
}

/** The types that go by the same name as the values. */
// biome-ignore lint/style/noNamespace: only so can one name stand for both, as it does in ts-morph.
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
  export type TupleTypeReference = Compiler.TupleTypeReference
  export type Type = Compiler.Type
  export type TypeAliasDeclaration = Compiler.TypeAliasDeclaration
  export type TypeChecker = Compiler.TypeChecker
  export type TypeNode = Compiler.TypeNode
  export type TypeReference = Compiler.TypeReference
  export type TypeReferenceNode = Compiler.TypeReferenceNode
  export type UnionType = Compiler.UnionType
}
