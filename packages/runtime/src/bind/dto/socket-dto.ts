import type { SocketDto } from './dto.ts'

/** Makes the object of an interface with `@socket`. */
export function socketDto<R, S>(
  name: string,
  receive: SocketDto<R, S>['receive'],
  send: SocketDto<R, S>['send'],
): SocketDto<R, S> {
  return { name, receive, send }
}
