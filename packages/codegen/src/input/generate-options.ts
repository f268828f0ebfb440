import type { RulePlace } from './own-rules.ts'

/** Options of {@link generate}. */
export interface GenerateOptions {
  /** Files, folders or globs, relative to `base`. Sources whose generated files the outputs import join the run. */
  readonly inputs: readonly string[]
  /** Working directory: messages show paths relative to it, and no output leaves its project. Default: `process.cwd()`. */
  readonly cwd?: string
  /** Base of relative paths in the other options, for example the folder of a config file. Default: `cwd`. */
  readonly base?: string
  /** Output folder, mirroring the input folders. Default: beside each source. */
  readonly outDir?: string
  /**
   * The folders that `outDir` mirrors, if the project has more inputs than this run. Ensures that a single file has the same
   * output as in a full run. Default: the folders of the inputs.
   */
  readonly roots?: readonly string[]
  /**
   * Files and folders of projects with other options. Outputs of this run generate the DTO types from there again instead
   * of importing their outputs. Default: none.
   */
  readonly others?: readonly string[]
  /** The result of a missing required property: an issue, or Go's zero value. Default: `error`. */
  readonly missing?: 'error' | 'zero'
  /** The meaning of a property of type `any`: an error, or `unknown`. Default: `error`. */
  readonly any?: 'error' | 'unknown'
  /** A tag that means uri, query, header, cookie and form at once. Default: none. */
  readonly aliasTag?: string
  /**
   * Your own rules, by their name in `@validate`: `{ isEven: './rules.ts#isEven' }`, or
   * `{ isFree: { from: './rules.ts#isFree', async: true } }` for a function that returns a promise.
   */
  readonly rules?: Readonly<Record<string, RulePlace>>
  /**
   * The modules of the apps whose paths are compared with the `@uri` names of their binders; none with `[]`. Default: `src/app`,
   * `main`, `index` or `server` in the packages of the inputs.
   */
  readonly apps?: readonly string[]
  /** The tsconfig that resolves imports. Default: the nearest one above the first input, if any. */
  readonly project?: string
  /**
   * `write` writes; `check` compares; `dry-run` reports what would be written; `memory` returns the texts without accessing
   * the outputs on disk, see {@link MemoryFile}. Default: `write`.
   */
  readonly mode?: 'write' | 'check' | 'dry-run' | 'memory'
  /** Remove generated files without a source. Default: false. */
  readonly clean?: boolean
  /**
   * The folder of the records of earlier runs, within the project; it may come from another machine. For `generateCached`.
   * Default: `node_modules/.cache/ctxgen`.
   */
  readonly cacheDir?: string
  /** Called before each source is read. */
  readonly onProgress?: (progress: Progress) => void
}

/** Progress of a run, in sources. */
export interface Progress {
  readonly done: number
  readonly total: number
}
