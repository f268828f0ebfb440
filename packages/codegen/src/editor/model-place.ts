import { ts } from 'ts-morph'
import type { DtoModule, Field, ObjectType } from '../model/dto.ts'
import type { SourceSpan } from '../model/source-span.ts'
import { spanOfNode } from '../parse/project/spans.ts'

/** A property of the model, and the type that declares it. */
export interface FieldPlace {
  readonly field: Field
  readonly object: ObjectType
}

/** The property that a node declares. */
export function fieldOf(node: ts.Node | undefined, module: DtoModule | undefined): FieldPlace | undefined {
  if (node === undefined || module === undefined || !ts.isPropertySignature(node)) return undefined
  const span = spanOfNode(node)
  for (const object of [...module.dtos, ...module.objects]) {
    const field = object.fields.find((one) => isSame(one.span, span))
    if (field !== undefined) return { field, object }
  }
  return undefined
}

/** The DTO that a node declares. */
export function dtoOf(node: ts.Node | undefined, module: DtoModule | undefined): ObjectType | undefined {
  if (node === undefined || !(ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)))
    return undefined
  return module?.dtos.find(({ path }) => path.exported === node.name.text && path.steps.length === 0)
}

/** The property or type whose name is at an offset. */
export function declarationNamedAt(file: ts.SourceFile, offset: number): ts.Node | undefined {
  let found: ts.Node | undefined
  const visit = (node: ts.Node): void => {
    if (offset < node.pos || offset > node.end) return
    const isNamed =
      ts.isPropertySignature(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
    if (isNamed && offset >= node.name.getStart(file) && offset <= node.name.end) found = node
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function isSame(a: SourceSpan, b: SourceSpan): boolean {
  return a.path === b.path && a.line === b.line && a.column === b.column
}
