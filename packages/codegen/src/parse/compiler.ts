import { createRequire } from 'node:module'
import type { ts as Compiler } from 'ts-morph'

/** What is used of the package below ts-morph, which has the compiler. */
interface CompilerPackage {
  readonly ts: typeof Compiler
  readonly getLibFiles: () => readonly { readonly fileName: string; readonly text: string }[]
}

/*
 * Loaded by `require`, as `import` would look through 10 MB for the names they export; and without ts-morph itself, of
 * which nothing else is used. Together that is a fifth of a run over one file.
 */
const morph = createRequire(createRequire(import.meta.url).resolve('ts-morph'))
const loaded: CompilerPackage = morph('@ts-morph/common')

export const ts: typeof Compiler = loaded.ts

/** The compiler's own library, by the names of its files. */
export function readLibFiles(): ReadonlyMap<string, string> {
  return new Map(loaded.getLibFiles().map(({ fileName, text }) => [fileName, text]))
}

/** The types that go by the same name as the values. */
// biome-ignore lint/style/noNamespace: only so can one name stand for both, as it does in ts-morph.
export declare namespace ts {
  export type BigIntLiteralType = Compiler.BigIntLiteralType
  export type ClassDeclaration = Compiler.ClassDeclaration
  export type CompilerHost = Compiler.CompilerHost
  export type CompilerOptions = Compiler.CompilerOptions
  export type InterfaceDeclaration = Compiler.InterfaceDeclaration
  export type ModuleKind = Compiler.ModuleKind
  export type ModuleResolutionCache = Compiler.ModuleResolutionCache
  export type Node = Compiler.Node
  export type ParseConfigHost = Compiler.ParseConfigHost
  export type Program = Compiler.Program
  export type ResolvedModule = Compiler.ResolvedModule
  export type ResolvedModuleWithFailedLookupLocations = Compiler.ResolvedModuleWithFailedLookupLocations
  export type ScriptTarget = Compiler.ScriptTarget
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
