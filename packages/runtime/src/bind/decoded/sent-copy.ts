import type { Plain, SentForm } from './sent-form.ts'
import { UnsentError } from './unsent.ts'

/** The declared properties of a value. @throws UnsentError with the place in it. */
export function sentCopy<T>(plain: Plain<T>, value: T, form: SentForm): unknown {
  try {
    return plain(value, form)
  } catch (error) {
    throw error instanceof UnsentError ? error.placed(value) : error
  }
}
