/** The caller asked for something that cannot be. The message is a sentence for a person. */
export class UsageError extends Error {
  // The same name as that of @ctxgen/codegen, which would bring the compiler along.
  override readonly name: string = 'UsageError'
}
