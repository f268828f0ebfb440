import type { RulePlace } from './input/own-rules.ts'

/** What {@link generate} is asked to do. */
export interface GenerateOptions {
  /** Files, folders or globs; relative ones start at `base`. Sources whose generated files theirs import belong to a run as well. */
  readonly inputs: readonly string[]
  /** Messages name paths as seen from here, and the project around it is never left. Default: that of the process. */
  readonly cwd?: string
  /** Where relative paths of the other options start, the folder of a config file say. Default: `cwd`. */
  readonly base?: string
  /** Write there, mirroring the input folders. Default: beside each input. */
  readonly outDir?: string
  /**
   * The folders that `outDir` mirrors, where the project has more inputs than these: so that a file on its own is written to the
   * same place as with all the others. Default: those of the inputs.
   */
  readonly roots?: readonly string[]
  /**
   * Files and folders of other projects, which have options of their own: a type that is a DTO there is generated where it is
   * used. Default: none.
   */
  readonly others?: readonly string[]
  /** What an absent required property becomes: a fault, or Go's zero value. Default: `error`. */
  readonly missing?: 'error' | 'zero'
  /** A tag that stands for uri, query, header, cookie and form at once. Default: none. */
  readonly aliasTag?: string
  /**
   * Functions that are rules of your own, by the name they have in `@validate`: `{ isEven: './rules.ts#isEven' }`, and
   * `{ isFree: { from: './rules.ts#isFree', async: true } }` for one that returns a promise.
   */
  readonly rules?: Readonly<Record<string, RulePlace>>
  /** The tsconfig that resolves imports. Default: the nearest one above the first input, if any. */
  readonly project?: string
  /**
   * `write` writes; `check` compares; `dry-run` says what would be written; `memory` leaves the disk alone and gives the
   * texts, see {@link MemoryFile}. Default: `write`.
   */
  readonly mode?: 'write' | 'check' | 'dry-run' | 'memory'
  /** Remove generated files whose source is gone. Default: off. */
  readonly clean?: boolean
  /** Called before each source is read. */
  readonly onProgress?: (progress: Progress) => void
}

/** How far a run is, in sources. */
export interface Progress {
  readonly done: number
  readonly total: number
}
