import type { ts } from 'ts-morph'
import { catalog } from '../../diagnostics/catalog.ts'
import type { Unbindable } from '../../diagnostics/unbindable.ts'
import type { SourceSpan } from '../../model/source-span.ts'
import { isForeignPath } from '../project/foreign-path.ts'
import type { TagRun } from '../tags/tag-run.ts'
import type { TypeUse } from './type-use.ts'

/** A type that cannot be bound. */
export interface Refusal {
  readonly use: Pick<TypeUse, 'field' | 'span' | 'path'>
  /** The type as text. */
  readonly type: string
  /** `undefined` when the type is not found. */
  readonly why: Unbindable | undefined
  /** The declaration of the type, if that is what cannot be bound wherever it is used. */
  readonly declared?: ts.Node | undefined
}

/** A declaration of the user with the type that it has there. */
export interface OwnPlace {
  readonly name: string
  readonly type: ts.Type
  readonly node: ts.Node
  readonly span: SourceSpan
}

/** The types of one source that cannot be bound. */
export class Refusals {
  /** Types inside types of packages; refuse/ explains them after all is parsed. */
  readonly foreign: Refusal[] = []
  /** Where a type of a package may come in. */
  readonly ownPlaces: OwnPlace[] = []
  readonly #run: Pick<TagRun, 'cwd' | 'report'>
  readonly #take: ((refusal: Refusal) => void) | undefined

  /** @param take gets each refusal in place of a report */
  constructor(run: Pick<TagRun, 'cwd' | 'report'>, take?: (refusal: Refusal) => void) {
    this.#run = run
    this.#take = take
  }

  add(refusal: Refusal): void {
    if (this.#take !== undefined) this.#take(refusal)
    else if (this.isForeign(refusal)) this.foreign.push(refusal)
    else this.report(refusal)
  }

  /** Whether the user can change neither the type nor the declaration that uses it. */
  isForeign({ use, declared }: Pick<Refusal, 'use' | 'declared'>): boolean {
    return isForeignPath(declared?.getSourceFile().fileName ?? use.span.path, this.#run.cwd)
  }

  report({ use: { span, field }, type, why }: Refusal): void {
    if (why === undefined) this.#run.report(catalog.unresolvedType, span, field, type)
    else this.#run.report(catalog.unbindableType, span, field, type, why)
  }
}
