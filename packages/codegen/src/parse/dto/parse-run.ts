import type { SourceProject } from '../project/source-project.ts'
import type { Refusal } from '../types/refusals.ts'
import { type TypeOptions, TypeRun } from '../types/type-run.ts'

export interface ParseOptions extends TypeOptions {
  readonly missing: 'error' | 'zero'
  /** Output path of a source; `undefined` if the run has none for the file. */
  readonly outputOf?: (path: string) => string | undefined
}

/** State of parsing the DTOs of one source. */
export class ParseRun extends TypeRun {
  readonly missing: 'error' | 'zero'
  readonly #project: SourceProject
  readonly #options: ParseOptions

  constructor(project: SourceProject, options: ParseOptions, take?: (refusal: Refusal) => void) {
    super(project, options, take)
    this.missing = options.missing
    this.#project = project
    this.#options = options
  }

  outputOf(path: string): string | undefined {
    return this.#options.outputOf?.(path)
  }

  /** A run that parses types without reporting anything. */
  probe(take: (refusal: Refusal) => void): ParseRun {
    return new ParseRun(this.#project, this.#options, take)
  }
}
