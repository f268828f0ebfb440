import { basename, dirname, join, relative, resolve } from 'node:path'
import { ts } from 'ts-morph'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { findInputs } from '../input/find-inputs.ts'
import { UsageError } from '../input/usage-error.ts'
import { slashed } from '../parse/project/source-files.ts'
import { Tsconfigs } from '../parse/project/tsconfigs.ts'
import { capitalized } from '../plan/words.ts'
import { isValidated, readClass } from './class-validator.ts'
import { plain } from './migrated.ts'
import { printMigrated } from './print-migrated.ts'
import { chainOf, commentOf } from './syntax.ts'
import { Draft, type Names } from './type-draft.ts'
import { isTypeBox, readTypeBox } from './typebox.ts'
import { isZod, readZod } from './zod.ts'

export const libraries = ['zod', 'class-validator', 'typebox'] as const
export type Library = (typeof libraries)[number]

export interface MigrateOptions {
  readonly library: Library
  /** Files, folders or globs with schemas, relative to `cwd`. */
  readonly inputs: readonly string[]
  /** Default: `process.cwd()`. */
  readonly cwd?: string
  /** The folder of the new files. Default: beside each source. */
  readonly outDir?: string
  /** The tag of the DTOs. Default: `json` */
  readonly source?: string
}

export interface MigratedFile {
  readonly sourcePath: string
  /** Absolute: `user.dto.ts` for `user.ts`. */
  readonly path: string
  readonly text: string
}

export interface MigrateResult {
  readonly files: readonly MigratedFile[]
  /** The parts that could not be carried over, with their places. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Writes interfaces with tags in place of schemas or decorated classes. It writes no file. @throws UsageError without inputs */
export function migrate({
  library,
  inputs,
  cwd = process.cwd(),
  outDir,
  source = 'json',
}: MigrateOptions): MigrateResult {
  const { files } = findInputs({ inputs, cwd, roots: [] })
  if (files.length === 0) throw new UsageError(`no TypeScript source in ${inputs.join(', ')}.`)
  const paths = files.map(({ sourcePath }) => slashed(sourcePath))
  const tsconfigs = new Tsconfigs({ cwd, tsconfig: undefined, disk: ts.sys })
  const options = tsconfigs.optionsOf(paths[0] ?? cwd)
  const program = ts.createProgram(paths, { ...options, noEmit: true, noLib: true, types: [] })
  const checker = program.getTypeChecker()
  const outputOf = (path: string): string => {
    const name = basename(path).replace(/(?:\.(?:schema|dto))?\.([mc]?)ts$/, '.dto.$1ts')
    const folder =
      outDir === undefined
        ? dirname(path)
        : join(resolve(cwd, outDir), relative(commonFolder(paths), dirname(path)))
    const place = slashed(join(folder, name))
    return place === path ? place.replace(/\.dto\.([mc]?ts)$/, '.types.$1') : place
  }
  const declared = new Map<ts.Node, { readonly name: string; readonly path: string }>()
  const names: Names = { checker, outputOf, nameOf: (node) => declared.get(node) }
  const drafts = paths.flatMap((path) => {
    const file = program.getSourceFile(path)
    return file === undefined ? [] : [new Draft(file, names)]
  })
  const begun = drafts.map((draft) => ({
    draft,
    found: library === 'class-validator' ? classesIn(draft) : schemasIn(draft, library),
  }))
  for (const { draft, found } of begun)
    for (const { node, name } of found) declared.set(node, { name, path: draft.file.fileName })
  for (const { found } of begun) for (const one of found) one.read()
  const made = begun
    .filter(({ draft }) => draft.types.length > 0)
    .map(({ draft }) => ({
      sourcePath: draft.file.fileName,
      path: outputOf(draft.file.fileName),
      text: printMigrated(draft, source),
    }))
  return { files: made, diagnostics: drafts.flatMap(({ diagnostics }) => diagnostics) }
}

/** A schema or class, and what adds its type to the draft. */
interface Found {
  readonly node: ts.Node
  readonly name: string
  readonly read: () => void
}

function classesIn(draft: Draft): readonly Found[] {
  return draft.file.statements.flatMap((node): Found[] => {
    if (!ts.isClassDeclaration(node) || node.name === undefined) return []
    const name = node.name.text
    const extendsOther = node.heritageClauses?.some(({ types }) =>
      types.some(({ expression }) => ts.isCallExpression(expression)),
    )
    if (!isValidated(node, draft) && extendsOther !== true) return []
    return [{ node, name, read: () => draft.declare(name, readClass(node, name, draft), true) }]
  })
}

function schemasIn(draft: Draft, library: 'zod' | 'typebox'): readonly Found[] {
  const [isOurs, read] = library === 'zod' ? [isZod, readZod] : [isTypeBox, readTypeBox]
  const inferred = inferredNames(draft)
  const found: Found[] = []
  const isSchema = (node: ts.Node | undefined, depth = 0): boolean => {
    if (
      node === undefined ||
      depth > 100 ||
      !ts.isVariableDeclaration(node) ||
      node.initializer === undefined
    )
      return false
    const { root } = chainOf(node.initializer)
    return isOurs(root, draft) || isSchema(draft.declarationOf(root), depth + 1)
  }
  for (const statement of draft.file.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const node of statement.declarationList.declarations) {
      const { name: id, initializer } = node
      if (!ts.isIdentifier(id) || initializer === undefined) continue
      if (!isSchema(node)) continue
      const name = inferred.get(id.text) ?? (capitalized(id.text.replace(/_?Schema$/i, '')) || id.text)
      const comment = commentOf(statement)
      found.push({
        node,
        name,
        read: () => {
          const value = read(initializer, name, draft) ?? plain('unknown')
          const description = value.description === '' ? comment : value.description
          draft.declare(name, { ...value, description }, value.object !== undefined && isExported(statement))
        },
      })
    }
  }
  return found
}

function isExported(node: ts.VariableStatement): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
}

/** The names of `type User = z.infer<typeof userSchema>`, by the schema's. */
function inferredNames({ file }: Draft): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const node of file.statements) {
    if (!ts.isTypeAliasDeclaration(node) || !ts.isTypeReferenceNode(node.type)) continue
    const [query] = node.type.typeArguments ?? []
    const isInferred = /^(?:z\.)?(?:infer|output|Static)$/.test(node.type.typeName.getText(file))
    if (isInferred && query !== undefined && ts.isTypeQueryNode(query))
      names.set(query.exprName.getText(file), node.name.text)
  }
  return names
}

function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths
  let folder = dirname(first)
  while (!paths.every((path) => path.startsWith(`${folder}/`))) folder = dirname(folder)
  return folder
}
