/** The caller asked for something that cannot be: a path that does not exist, no input at all. The message is a sentence for a person. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError'
}
