import { readFileSync } from 'node:fs'
import type { MigrateResult } from '@ctxgen/codegen/migrate'
import { ts } from 'ts-morph'
import type { Issue } from './originals.ts'

/** A CTX6001 with its place in the schema. */
export interface Loss {
  readonly what: string
  readonly line: number
  readonly path: string
  /** The schema or class around it. */
  readonly declaration: string
  /** The property around it; `undefined` for the whole object. */
  readonly property: string | undefined
  /** The type of the new file, where it is known. */
  readonly type?: string | undefined
}

export function lossesOf({ diagnostics }: MigrateResult): readonly Loss[] {
  const files = new Map<string, ts.SourceFile>()
  return diagnostics.flatMap(({ span, message }): readonly Loss[] => {
    if (span === undefined) return []
    const { path, line, column } = span
    const file =
      files.get(path) ?? ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
    files.set(path, file)
    const at = file.getPositionOfLineAndCharacter(line - 1, column - 1)
    const around = nodesAt(file, at)
    const property = around.findLast(
      (one) => (ts.isPropertyAssignment(one) || ts.isPropertyDeclaration(one)) && !isOption(one),
    )
    const declared = around.find((one) => ts.isVariableDeclaration(one) || ts.isClassDeclaration(one))
    const what = message.replace(/ is not carried over$/, '').replace(/\s+/g, ' ')
    return [{ what, line, path, declaration: nameOf(declared) ?? '', property: nameOf(property) }]
  })
}

/** Whether a loss is at the place of an issue: that of its property, or for a whole object anywhere. */
export function isAt({ property }: Loss, { path }: Issue): boolean {
  return property === undefined || path.some((part) => String(part) === property)
}

function nodesAt(file: ts.SourceFile, position: number): readonly ts.Node[] {
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (position < node.getStart(file) || position >= node.getEnd()) return
    found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** A member of the options of a call: `{ message: … }`. */
function isOption(node: ts.Node): boolean {
  return (
    ts.isPropertyAssignment(node) &&
    /^(?:message|error|description|each|default|pattern|format|minimum|maximum|exclusive\w+|min\w+|max\w+|multipleOf|uniqueItems|additionalProperties)$/.test(
      nameOf(node) ?? '',
    )
  )
}

function nameOf(node: ts.Node | undefined): string | undefined {
  const name = node === undefined ? undefined : (node as ts.NamedDeclaration).name
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined
}
