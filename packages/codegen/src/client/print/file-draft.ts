import { CodeWriter } from '../../emit/text/code-writer.ts'
import type { OperationPlan, Shape } from '../plan/client-plan.ts'
import { type ClientNames, upper } from './name-table.ts'

/** A file of a client while it is printed, with the names of others that it uses. */
export class FileDraft {
  /** Distinguishes it from the main file, whose word is empty: `query` of `api.query.ts`. */
  readonly word: string
  readonly names: ClientNames
  readonly out: CodeWriter = new CodeWriter()
  readonly parts: Set<string> = new Set()
  readonly types: Set<string> = new Set()
  readonly codecs: Set<string> = new Set()
  /** Types of samples. */
  readonly samples: Set<string> = new Set()
  /** Exports of operations, by the name of the operation's function. */
  readonly imports: Map<string, { readonly of: string; readonly isType: boolean }> = new Map()

  constructor(word: string, names: ClientNames) {
    this.word = word
    this.names = names
  }

  /** The name of a part. */
  readonly use = (part: string): string => {
    this.parts.add(part)
    return this.names.part(part)
  }

  readonly typeOf = (shape: Shape): string => {
    const name = this.names.types.of(shape)
    this.types.add(name)
    return name
  }

  readonly codecOf = (shape: Shape): string => {
    const name = this.names.codecs.of(shape)
    this.codecs.add(name)
    return name
  }

  /** The function of an operation in another file, or a type of its name and a word. */
  operation(operation: OperationPlan, word = ''): string {
    const of = this.names.operation(operation)
    const name = word === '' ? of : upper(of) + word
    this.imports.set(name, { of, isType: word !== '' })
    return name
  }
}
