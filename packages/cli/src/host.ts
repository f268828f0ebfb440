/** What a command knows of the process it runs in; tests bring their own. */
export interface Host {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether the output goes to a terminal that can show colours. */
  readonly colour: boolean
  /** Results: the summary, and with `--json` the diagnostics. */
  readonly stdout: (text: string) => void
  /** Everything else that is meant for a person. */
  readonly stderr: (text: string) => void
  /** Ends when the user wants a watch to end. Default: never. */
  readonly interrupted?: () => Promise<void>
}
