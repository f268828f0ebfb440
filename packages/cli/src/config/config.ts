import type { RulePlace } from '@ctxgen/codegen'

/** What a config file holds: one project, or a list of them. Relative paths start at the file's folder. */
export interface Config {
  /** Files, folders or globs to read when the command line names none. */
  readonly inputs?: readonly string[]
  /** Write there, mirroring the inputs. Default: beside each input. */
  readonly outDir?: string
  /** What an absent required property becomes: an error (the default), or Go's zero value. */
  readonly missing?: 'error' | 'zero'
  /** A tag that stands for uri, query, header, cookie and form at once. */
  readonly aliasTag?: string
  /** The tsconfig that resolves imports. Default: the nearest one. */
  readonly project?: string
  /**
   * Functions that are rules of your own, by the name they have in `@validate`: `{ isEven: './rules.ts#isEven' }`, and
   * `{ isFree: { from: './rules.ts#isFree', async: true } }` for one that returns a promise.
   */
  readonly rules?: Readonly<Record<string, RulePlace>>
}

/** Gives an editor the type of a `ctxgen.config.ts`; the value stays as it is. */
export function defineConfig<const C extends Config | readonly Config[]>(config: C): C {
  return config
}
