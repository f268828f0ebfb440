/** The body of a request, raw. */
interface RawBody {
  contentType(): string
  bodyBytes(): Uint8Array
}

/** The {@link RawBody} of a Ctx, which the published declarations distinguish by its `requestCtx` alone. */
export interface ServedBody {
  requestCtx(): object
  /** @internal */
  contentType(): string
  /** @internal */
  bodyBytes(): Uint8Array
}

/** The request of an issue: a `Ctx`, or any other input of binders. */
export type IssueInput = RawBody | ServedBody
