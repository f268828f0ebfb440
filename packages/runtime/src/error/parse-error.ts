/**
 * Thrown by the static `parse` of a class, or by a converter, for text that is none of it. The client reads its message,
 * which should hold no text of the request; that of any other error stays with the service.
 */
export class ParseError extends Error {
  override readonly name: string = 'ParseError'
}
