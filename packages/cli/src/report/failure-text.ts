import { UsageError } from '@ctxgen/codegen/usage-error'
import { OutsideError } from '../outside-error.ts'
import { printableName } from './printable.ts'

/** The error that ended a run, on one line. */
export function failureText(error: unknown): string {
  const text = printableName(error instanceof Error ? error.message : String(error))
  return `error: ${isBug(error) ? 'ctxgen failed, which is a bug in ctxgen: ' : ''}${text}\n`
}

/** Whether an error is neither the caller's nor of the user's code nor the system's, such as a full disk. */
export function isBug(error: unknown): boolean {
  const isOther = error instanceof UsageError || error instanceof OutsideError
  return !(isOther || (error instanceof Error && 'syscall' in error))
}
