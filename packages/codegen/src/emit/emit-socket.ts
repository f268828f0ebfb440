import type { BodyType, SocketType } from '../model/dto.ts'
import { isDecoded } from '../model/source.ts'
import { uncapitalized } from '../plan/words.ts'
import { bodyCheckerOf } from './rules/check.ts'
import { bodyShape } from './schema/body-shape.ts'
import { sentMessage } from './send/sent-dto.ts'
import { type Code, code, type Item, type Statement } from './text/code.ts'
import { exportedCall, namedDto, summaryOf } from './text/exported.ts'
import type { ModuleScope } from './text/module-scope.ts'
import { blank } from './text/statements.ts'

/** The object of a socket, which reads and writes its messages. */
export function socketStatements(socket: SocketType, scope: ModuleScope): readonly Statement[] {
  const { name, receive, send, description } = socket
  const messages = (of: string | undefined): BodyType | undefined =>
    scope.module.bodies.find((body) => body.name === of)
  const received = messages(receive)
  const sent = messages(send)
  const items: readonly Item[] = [
    name,
    received === undefined ? 'bytes' : readerText(name, received, scope),
    sent === undefined ? 'bytes' : sentMessage(sent, name, scope),
  ]
  const types = [received, sent].map((body) =>
    body === undefined ? code`Uint8Array` : scope.type(body.name),
  )
  const declared = code`${code.word(name)}: ${scope.use('SocketDto')}<${code.joined(types)}>`
  return [blank, ...summaryOf(description), exportedCall(declared, scope.use('socketDto'), items)]
}

/** The binder of a received message, of each decoded format. */
function readerText(socket: string, body: BodyType, scope: ModuleScope): Code {
  const check = bodyCheckerOf(body, scope)
  const readers = body.value.bindings
    .map(({ source }) => source)
    .filter(isDecoded)
    .map((format) => code`${code.key(format)}: ${bodyShape(body, format, scope)}`)
  const from = scope.constant(`${uncapitalized(body.name)}Body`, code`{ ${code.filled(readers)} }`)
  const dto = namedDto({ name: socket, unknown: body.unknown }, scope)
  const rules = check === undefined ? [] : [check.name]
  if (!check?.isAsync) return code`${scope.use('bodyBinder')}(${[dto, from, ...rules]})`
  const read = code`(at) => ${scope.use('readBody')}(at, ${from})`
  return code`${scope.use('asyncBinder')}(${[`${socket}.receive`, dto, read, ...rules]})`
}
