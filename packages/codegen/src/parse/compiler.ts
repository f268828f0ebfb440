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
  export type ArrayLiteralExpression = Compiler.ArrayLiteralExpression
  export type ArrowFunction = Compiler.ArrowFunction
  export type BigIntLiteralType = Compiler.BigIntLiteralType
  export type BinaryExpression = Compiler.BinaryExpression
  export type BindingElement = Compiler.BindingElement
  export type BindingName = Compiler.BindingName
  export type BindingPattern = Compiler.BindingPattern
  export type Block = Compiler.Block
  export type CallExpression = Compiler.CallExpression
  export type ClassDeclaration = Compiler.ClassDeclaration
  export type ClassElement = Compiler.ClassElement
  export type ClassExpression = Compiler.ClassExpression
  export type ClassLikeDeclaration = Compiler.ClassLikeDeclaration
  export type CompilerHost = Compiler.CompilerHost
  export type CompilerOptions = Compiler.CompilerOptions
  export type ConditionalExpression = Compiler.ConditionalExpression
  export type ConstructorDeclaration = Compiler.ConstructorDeclaration
  export type CreateSourceFileOptions = Compiler.CreateSourceFileOptions
  export type Declaration = Compiler.Declaration
  export type Diagnostic = Compiler.Diagnostic
  export type DiagnosticWithLocation = Compiler.DiagnosticWithLocation
  export type ElementAccessExpression = Compiler.ElementAccessExpression
  export type EnumDeclaration = Compiler.EnumDeclaration
  export type EnumMember = Compiler.EnumMember
  export type ExportDeclaration = Compiler.ExportDeclaration
  export type Expression = Compiler.Expression
  export type ExpressionStatement = Compiler.ExpressionStatement
  export type ExpressionWithTypeArguments = Compiler.ExpressionWithTypeArguments
  export type ForInStatement = Compiler.ForInStatement
  export type ForOfStatement = Compiler.ForOfStatement
  export type FunctionDeclaration = Compiler.FunctionDeclaration
  export type FunctionExpression = Compiler.FunctionExpression
  export type FunctionLikeDeclaration = Compiler.FunctionLikeDeclaration
  export type Identifier = Compiler.Identifier
  export type ImportTypeNode = Compiler.ImportTypeNode
  export type IfStatement = Compiler.IfStatement
  export type IndexInfo = Compiler.IndexInfo
  export type IndexedAccessTypeNode = Compiler.IndexedAccessTypeNode
  export type InterfaceDeclaration = Compiler.InterfaceDeclaration
  export type IntersectionTypeNode = Compiler.IntersectionTypeNode
  export type IterationStatement = Compiler.IterationStatement
  export type MethodDeclaration = Compiler.MethodDeclaration
  export type ModuleKind = Compiler.ModuleKind
  export type ModuleResolutionCache = Compiler.ModuleResolutionCache
  export type NewExpression = Compiler.NewExpression
  export type Node = Compiler.Node
  export type NodeWithTypeArguments = Compiler.NodeWithTypeArguments
  export type ObjectLiteralElementLike = Compiler.ObjectLiteralElementLike
  export type ObjectLiteralExpression = Compiler.ObjectLiteralExpression
  export type ObjectType = Compiler.ObjectType
  export type ParameterDeclaration = Compiler.ParameterDeclaration
  export type ParseConfigHost = Compiler.ParseConfigHost
  export type ParsedCommandLine = Compiler.ParsedCommandLine
  export type PostfixUnaryExpression = Compiler.PostfixUnaryExpression
  export type PrefixUnaryExpression = Compiler.PrefixUnaryExpression
  export type Program = Compiler.Program
  export type PropertyAccessExpression = Compiler.PropertyAccessExpression
  export type PropertyAssignment = Compiler.PropertyAssignment
  export type PropertyDeclaration = Compiler.PropertyDeclaration
  export type ResolutionMode = Compiler.ResolutionMode
  export type ResolvedModuleFull = Compiler.ResolvedModuleFull
  export type ResolvedModuleWithFailedLookupLocations = Compiler.ResolvedModuleWithFailedLookupLocations
  export type ReturnStatement = Compiler.ReturnStatement
  export type ScriptTarget = Compiler.ScriptTarget
  export type Signature = Compiler.Signature
  export type SignatureDeclaration = Compiler.SignatureDeclaration
  export type SourceFile = Compiler.SourceFile
  export type SpreadAssignment = Compiler.SpreadAssignment
  export type Statement = Compiler.Statement
  export type StringLiteralLike = Compiler.StringLiteralLike
  export type SwitchStatement = Compiler.SwitchStatement
  export type Symbol = Compiler.Symbol
  export type SyntaxKind = Compiler.SyntaxKind
  export type TaggedTemplateExpression = Compiler.TaggedTemplateExpression
  export type TemplateExpression = Compiler.TemplateExpression
  export type TemplateLiteralType = Compiler.TemplateLiteralType
  export type ThrowStatement = Compiler.ThrowStatement
  export type TryStatement = Compiler.TryStatement
  export type TupleTypeReference = Compiler.TupleTypeReference
  export type Type = Compiler.Type
  export type TypeAliasDeclaration = Compiler.TypeAliasDeclaration
  export type TypeChecker = Compiler.TypeChecker
  export type TypeFlags = Compiler.TypeFlags
  export type TypeLiteralNode = Compiler.TypeLiteralNode
  export type TypeNode = Compiler.TypeNode
  export type TypeOperatorNode = Compiler.TypeOperatorNode
  export type TypeParameter = Compiler.TypeParameter
  export type TypeReference = Compiler.TypeReference
  export type TypeReferenceNode = Compiler.TypeReferenceNode
  export type UnionType = Compiler.UnionType
  export type UnionTypeNode = Compiler.UnionTypeNode
  export type VariableDeclaration = Compiler.VariableDeclaration
  export type VariableStatement = Compiler.VariableStatement
}
