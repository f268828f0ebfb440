import type { TypePath, TypeStep } from '../model/dto.ts'
import type { FieldType } from '../model/field-type.ts'
import type { SourceSpan } from '../model/source-span.ts'
import type { ts } from './compiler.ts'

/** Where a type is used: what a diagnostic names, and how the generated file may write the type. */
export interface TypeUse {
  readonly field: string
  /** The name of the type that has the property. */
  readonly owner: string
  readonly span: SourceSpan
  /** How the generated file may reach the type. */
  readonly path: TypePath
  /** The declaration whose type it is, for printing. */
  readonly node: ts.Node
}

/** Registers types that the generated file has by name, and gives the names. */
export interface TypeNamer {
  readonly object: (type: ts.Type, use: TypeUse) => string
  /** @param of is the type without its brand. */
  readonly brand: (type: ts.Type, use: TypeUse, of: FieldType) => string
}

/** A type that goes on and on: it is given up as a whole, as each of its members would go on as well. */
export class EndlessType extends Error {
  readonly use: TypeUse

  constructor(use: TypeUse) {
    super('a type without an end')
    this.use = use
  }
}

export function stepInto(path: TypePath, step: TypeStep): TypePath {
  return { exported: path.exported, steps: path.steps.concat(step) }
}

/** Where a part of a type is used. */
export function partUse(use: TypeUse, step: TypeStep): TypeUse {
  return { ...use, path: stepInto(use.path, step) }
}

/** One element of a tuple; the rest is where its first element is. */
export function itemUse(use: TypeUse, index: number, isOptional: boolean): TypeUse {
  const item = partUse(use, { kind: 'element', index })
  return isOptional ? partUse(item, { kind: 'present' }) : item
}
