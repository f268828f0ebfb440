import { type Ctx, problemOf } from '@ctxgen/runtime'

/** The body of every error: messages by the name of what they are about. */
export interface ErrorAnswer {
  errors: Record<string, string[]>
}

/** Errors in the format of RealWorld: 422 and `{ errors: { title: ["is required"] } }`. */
export function answerError(c: Ctx, err: unknown): void {
  const { status, title, detail = title, errors } = problemOf(err)
  // An unexpected error is logged and answered with a bare 500.
  if (status === 500) throw err
  const messages = new Map<string, string[]>(errors === undefined ? [['body', [detail]]] : [])
  for (const { source = 'body', path = source, message } of errors ?? []) {
    // `user.email` is `email`.
    const name = path.replace(/^(?:user|article|comment)\./, '')
    messages.set(name, [...(messages.get(name) ?? []), message])
  }
  const answer: ErrorAnswer = { errors: Object.fromEntries(messages) }
  c.status(errors === undefined ? status : 422).json(answer)
}
