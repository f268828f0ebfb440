import { type Ctx, problemOf } from '@ctxgen/runtime'

/** Errors in the format of RealWorld: 422 and `{ errors: { body: ["title is required"] } }`. */
export function answerError(c: Ctx, err: unknown): unknown {
  const { status, title, detail = title, errors } = problemOf(err)
  // An unexpected error is logged and answered with a bare 500.
  if (status === 500) throw err
  const body = errors?.map(({ source, path = source, message }) => `${path} ${message}`) ?? [detail]
  return c.status(errors === undefined ? status : 422).json({ errors: { body } })
}
