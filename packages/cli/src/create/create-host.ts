/** The process environment of `create-ctxgen`, replaceable in tests. */
export interface CreateHost {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  /** Prompts for a trimmed line. Undefined without a terminal. */
  readonly ask?: (question: string) => Promise<string>
  /** Runs a command with the output of this process, and resolves to its exit code; -1 if it cannot start. */
  readonly run: (command: readonly string[], cwd: string) => Promise<number>
}
