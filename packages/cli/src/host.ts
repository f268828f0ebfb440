/** The process environment of a command, replaceable in tests. */
export interface Host {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether the output is a terminal with colours. */
  readonly colour: boolean
  /** Results: the summary, and with `--json` the diagnostics. */
  readonly stdout: (text: string) => void
  /** All other messages for people. */
  readonly stderr: (text: string) => void
  /** Reports to the parent process of a watch, which started this one with an IPC channel, such as the `dev.mjs` of `init`. */
  readonly tell?: (state: WatchState) => void
  /** Resolves when the user ends a watch. Default: never. */
  readonly interrupted?: () => Promise<void>
}

/** The state of a watch. */
export interface WatchState {
  /** Whether a round is under way. */
  readonly busy: boolean
  /** The number of errors that stand. */
  readonly errors: number
  /** The errors that stand and the outputs without a source, as printed. */
  readonly report: string
}
