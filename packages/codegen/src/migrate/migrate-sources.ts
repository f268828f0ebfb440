import { basename, dirname, join, relative, resolve } from 'node:path'
import { ts } from 'ts-morph'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { findInputs } from '../input/find-inputs.ts'
import { UsageError } from '../input/usage-error.ts'
import { slashed } from '../parse/project/source-files.ts'
import { Tsconfigs } from '../parse/project/tsconfigs.ts'
import { capitalized } from '../plan/words.ts'
import { isValidated, readClass } from './class-validator.ts'
import { unknownType } from './lost-parts.ts'
import { type MigratedValue, plain } from './migrated.ts'
import { printMigrated } from './print-migrated.ts'
import { chainOf, commentOf } from './syntax.ts'
import { Draft, type KnownSchema, type Names } from './type-draft.ts'
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
  readonly types: readonly MigratedName[]
}

/** The type of a schema or class. */
export interface MigratedName {
  readonly name: string
  /** The name of the schema or class in the source. */
  readonly from: string
  readonly isDto: boolean
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
  const declared = new Map<ts.Node, KnownSchema>()
  const names: Names = {
    checker,
    outputOf,
    knownOf: (node) => declared.get(node),
    typesOf: (path) => drafts.find(({ file }) => file.fileName === path)?.taken ?? new Set(),
  }
  const drafts: readonly Draft[] = paths.flatMap((path) => {
    const file = program.getSourceFile(path)
    return file === undefined ? [] : [new Draft(file, names)]
  })
  const begun = drafts.map((draft) => ({
    draft,
    found: library === 'class-validator' ? classesIn(draft) : schemasIn(draft, library),
  }))
  for (const { draft, found } of begun)
    for (const one of found) {
      draft.taken.add(one.name)
      declared.set(one.node, { name: one.name, path: draft.file.fileName, value: once(one.read) })
    }
  for (const { draft, found } of begun)
    for (const { node, name, isExported } of found) {
      const value = declared.get(node)?.value() ?? plain('unknown')
      draft.declare(name, value, isExported && isBody(value))
    }
  const made = begun
    .filter(({ draft }) => draft.types.length > 0)
    .map(({ draft, found }) => ({
      sourcePath: draft.file.fileName,
      path: outputOf(draft.file.fileName),
      text: printMigrated(draft, source),
      types: found.map(({ name, from }) => ({
        name,
        from,
        isDto: draft.types.some((type) => type.isDto && type.name === name),
      })),
    }))
  return { files: made, diagnostics: drafts.flatMap(({ diagnostics }) => diagnostics) }
}

/** Whether a body can be of the type: an object, or a type made of one. Lists with rules of their own have no place for them. */
function isBody({ object, type, isNullable, rules, elementRules }: MigratedValue): boolean {
  if (object !== undefined) return true
  return (
    /^(?:Partial|Required|Pick|Omit)</.test(type) && !isNullable && rules.length + elementRules.length === 0
  )
}

/** A schema or class. */
interface FoundSchema {
  readonly node: ts.Node
  readonly name: string
  /** Its name in the source. */
  readonly from: string
  readonly isExported: boolean
  readonly read: () => MigratedValue
}

/** Reads a type at its first use; within it the type is not yet known. */
function once(read: () => MigratedValue): () => MigratedValue | undefined {
  let state: 'new' | 'begun' | MigratedValue = 'new'
  return () => {
    if (state === 'new') {
      state = 'begun'
      state = read()
    }
    return state === 'begun' ? undefined : state
  }
}

function classesIn(draft: Draft): readonly FoundSchema[] {
  return draft.file.statements.flatMap((node): FoundSchema[] => {
    if (!ts.isClassDeclaration(node) || node.name === undefined) return []
    const name = node.name.text
    const extendsOther = node.heritageClauses?.some(({ types }) =>
      types.some(({ expression }) => ts.isCallExpression(expression)),
    )
    if (!isValidated(node, draft) && extendsOther !== true) return []
    const isGeneric = node.typeParameters !== undefined
    const isOpen = hasExport(node) && !isGeneric
    return [{ node, name, from: name, isExported: isOpen, read: () => readClass(node, name, draft) }]
  })
}

function schemasIn(draft: Draft, library: 'zod' | 'typebox'): readonly FoundSchema[] {
  const [isOurs, read] = library === 'zod' ? [isZod, readZod] : [isTypeBox, readTypeBox]
  const inferred = inferredNames(draft)
  const found: FoundSchema[] = []
  const isSchema = (node: ts.Expression, depth = 0): boolean => {
    const { root } = chainOf(node)
    if (depth > 100) return false
    if (isOurs(root, draft)) return true
    const declaration = draft.declarationOf(root)
    const behind =
      draft.argumentOf(root) ??
      (declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined)
    if (behind !== undefined) return isSchema(behind, depth + 1)
    return draft.called(root, (returned) => isSchema(returned, depth + 1)) ?? false
  }
  for (const statement of draft.file.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const node of statement.declarationList.declarations) {
      const { name: id, initializer } = node
      if (!ts.isIdentifier(id) || initializer === undefined) continue
      if (!isSchema(initializer)) continue
      const name = freeName(inferred.get(id.text) ?? typeNameOf(id.text), found)
      const comment = commentOf(statement)
      const readValue = (): MigratedValue => {
        const own = read(initializer, name, draft) ?? unknownType(initializer, draft)
        // An interface has no null.
        const value = own.isNullable ? draft.named(`${name}Object`, own) : own
        return { ...value, description: value.description === '' ? comment : value.description }
      }
      found.push({ node, name, from: id.text, isExported: hasExport(statement), read: readValue })
    }
  }
  return found
}

/** Names that types of the new file may need themselves. */
const global = /^(?:Array|Date|Exclude|Extract|Omit|Partial|Pick|Record|Required|Uint8Array)$/

function typeNameOf(text: string): string {
  const name = capitalized(text.replace(/_?Schema$/i, '')) || capitalized(text)
  return global.test(name) ? `${name}Dto` : name
}

function freeName(name: string, found: readonly FoundSchema[]): string {
  let free = name
  for (let i = 2; found.some((one) => one.name === free); i++) free = `${name}${i}`
  return free
}

function hasExport({ modifiers }: ts.VariableStatement | ts.ClassDeclaration): boolean {
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
}

/** The names of `type User = z.infer<typeof userSchema>`, by the schema's. */
function inferredNames({ file }: Draft): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const node of file.statements) {
    if (!ts.isTypeAliasDeclaration(node) || !ts.isTypeReferenceNode(node.type)) continue
    const [query] = node.type.typeArguments ?? []
    const isInferred = /^(?:(?:z|zod)\.)?(?:infer|output|TypeOf|Static)$/.test(
      node.type.typeName.getText(file),
    )
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
