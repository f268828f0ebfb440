/** An impossible request of the caller: a missing path, no input at all. The message is a sentence for people. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError'
}
