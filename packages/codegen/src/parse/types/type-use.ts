import type { ts } from 'ts-morph'
import { type Unbindable, unbindable } from '../../diagnostics/unbindable.ts'
import type { TypePath, TypeStep } from '../../model/dto.ts'
import type { FieldType, RecursiveType } from '../../model/field-type.ts'
import type { SourceSpan } from '../../model/source-span.ts'
import type { TypeArguments } from './named-arguments.ts'

/** A use of a type, for diagnostics and for the type expression in the generated file. */
export interface TypeUse {
  readonly field: string
  /** Name of the type around the property. */
  readonly owner: string
  readonly span: SourceSpan
  /** Type expression in the generated file. */
  readonly path: TypePath
  /** The declaration with the type, for printing. */
  readonly node: ts.Node
  /** Of the type parameters in the declaration, as far as they name aliases with rules. */
  readonly around: TypeArguments
}

/** Registers the named types of the generated file and returns their names. */
export interface TypeNamer {
  readonly object: (type: ts.Type, use: TypeUse) => string
  /** Whether the source exports the type under a name. */
  readonly isExported: (type: ts.Type) => boolean
  /** @param of the type without its brand */
  readonly brand: (type: ts.Type, use: TypeUse, of: FieldType) => string
  /** The name of a recursive type, whose definition {@link TypeNamer.define} adds. */
  readonly recursive: (type: ts.Type, use: TypeUse) => string
  readonly define: (name: string, of: FieldType) => void
  /** The recursive types parsed so far. */
  readonly recursives: Map<ts.Type, RecursiveType>
  /** Types that got their diagnostics before and need none at this use; an empty set where each member gets its own. */
  readonly refused: (use: TypeUse) => Set<ts.Type>
  /** The unions parsed so far, by the declaration that gives their order: hundreds of objects may inherit one member. */
  readonly unions: Map<ts.Node, Map<ts.Type, FieldType>>
}

/** A type that expands without end. Thrown to abandon the whole type, since its members would expand too. */
export class EndlessType extends Error {
  readonly use: TypeUse
  readonly why: Unbindable

  constructor(use: TypeUse, why: Unbindable = unbindable.tooDeep) {
    super('a type without an end')
    this.use = use
    this.why = why
  }
}

export function stepInto(path: TypePath, step: TypeStep): TypePath {
  return { exported: path.exported, steps: path.steps.concat(step) }
}

/** The use of a part of a type. */
export function partUse(use: TypeUse, step: TypeStep): TypeUse {
  return { ...use, path: stepInto(use.path, step) }
}

/** The use of one tuple element; the rest counts as its first element. */
export function itemUse(use: TypeUse, index: number, isOptional: boolean): TypeUse {
  const item = partUse(use, { kind: 'element', index })
  return isOptional ? partUse(item, { kind: 'present' }) : item
}
