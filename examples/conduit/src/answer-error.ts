import { type Ctx, problemOf } from '@ctxgen/runtime'

/** The body of every error. */
export interface ErrorAnswer {
  errors: { body: string[] }
}

/** Errors in the format of RealWorld: 422 and `{ errors: { body: ["title is required"] } }`. */
export function answerError(c: Ctx, err: unknown): void {
  const { status, title, detail = title, errors } = problemOf(err)
  // An unexpected error is logged and answered with a bare 500.
  if (status === 500) throw err
  const body = errors?.map(({ source, path = source, message }) => `${path} ${message}`) ?? [detail]
  const answer: ErrorAnswer = { errors: { body } }
  c.status(errors === undefined ? status : 422).json(answer)
}
