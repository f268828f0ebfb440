import { UsageError } from '@ctxgen/codegen/usage-error'
import { printable } from './printable.ts'

/** What ended a run, as one line. */
export function failureText(error: unknown): string {
  const text = printable(error instanceof Error ? error.message : String(error))
  return `error: ${isBug(error) ? 'ctxgen failed, which is a bug in ctxgen: ' : ''}${text}\n`
}

/** Neither a mistake of the caller, nor what the system refused: a folder that cannot be written to, a full disk. */
export function isBug(error: unknown): boolean {
  return !(error instanceof UsageError || (error instanceof Error && 'syscall' in error))
}
