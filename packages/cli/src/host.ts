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
  /** Resolves when the user ends a watch. Default: never. */
  readonly interrupted?: () => Promise<void>
}
