import type { BodyType, SocketType } from '../model/dto.ts'
import { isDecoded } from '../model/source.ts'
import { uncapitalized } from '../plan/words.ts'
import { bodyCheckerOf, partValidator } from './rules/check.ts'
import { bodyShape } from './schema/body-shape.ts'
import { sentMessage } from './send/sent-dto.ts'
import { namedDto, writeExported, writeSummary } from './text/exported.ts'
import { literal } from './text/literal.ts'
import type { ModuleScope } from './text/module-scope.ts'

/** Emits the object of a socket, which reads and writes its messages. */
export function emitSocket(socket: SocketType, scope: ModuleScope): void {
  const { name, receive, send, description } = socket
  const messages = (of: string | undefined): BodyType | undefined =>
    scope.module.bodies.find((body) => body.name === of)
  const received = messages(receive)
  const sent = messages(send)
  const bytes = literal('bytes')
  const items = [
    literal(name),
    received === undefined ? bytes : readerText(name, received, scope),
    sent === undefined ? bytes : sentMessage(sent, name, scope),
  ]
  const types = [received, sent].map((body) => body?.name ?? 'Uint8Array')
  scope.writer.blank()
  writeSummary(description, scope)
  writeExported(
    `${name}: ${scope.use('SocketDto')}<${types.join(', ')}>`,
    scope.use('socketDto'),
    items,
    scope,
  )
}

/** The binder of a received message, of each decoded format. */
function readerText(socket: string, body: BodyType, scope: ModuleScope): string {
  const check = bodyCheckerOf(body, scope)
  const readers = body.value.bindings
    .map(({ source }) => source)
    .filter(isDecoded)
    .map((format) => `${format}: ${bodyShape(body, format, scope)}`)
  const from = scope.constant(`${uncapitalized(body.name)}Body`, { kind: 'object', items: readers })
  const dto = namedDto({ name: socket, unknown: body.unknown }, scope)
  const rules = check === undefined ? [] : [partValidator(check, scope)]
  if (!check?.isAsync) return `${scope.use('bodyBinder')}(${[dto, from, ...rules].join(', ')})`
  const read = `(at) => ${scope.use('readBody')}(at, ${from})`
  return `${scope.use('asyncBinder')}(${[literal(`${socket}.receive`), dto, read, ...rules].join(', ')})`
}
