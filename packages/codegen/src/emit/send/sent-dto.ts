import { holdsBigints, typeHoldsBigints } from '../../model/bound-fields.ts'
import type { BodyType, ObjectType } from '../../model/dto.ts'
import { otherFormatsOf } from '../../model/sent-fields.ts'
import { sentBodyShape } from '../schema/body-shape.ts'
import { namedDto, writeExported } from '../text/exported.ts'
import { literal } from '../text/literal.ts'
import { type ModuleScope, pureMark } from '../text/module-scope.ts'
import { sentObject, sentValue } from './copy.ts'
import { formatWord, memberText } from './sending.ts'

/** Emits the functions that write a DTO as JSON and send it. */
export function emitStringify(dto: ObjectType, scope: ModuleScope): void {
  writeStringify(dto.name, holdsBigints(dto, scope.module), sentObject(dto, { scope, format: 'json' }), scope)
}

/** {@link emitStringify} for a whole body. */
export function emitStringifyBody(body: BodyType, scope: ModuleScope): void {
  const isExact = typeHoldsBigints(body.value.type, scope.module)
  writeStringify(body.name, isExact, sentValue(body, { scope, format: 'json' }), scope)
}

/** The members of a DTO's object that send a value. */
export function sendingMembers(dto: ObjectType | BodyType, scope: ModuleScope): readonly string[] {
  return [`stringify: stringify${dto.name}`, ...otherPlains(dto, scope)]
}

/** Emits the object of a DTO that is only sent. */
export function emitSentDto(dto: ObjectType | BodyType, shape: string, scope: ModuleScope): void {
  const items = [namedDto(dto, scope), `stringify${dto.name}`, shape, ...othersArgument(dto, scope)]
  const declared = `${dto.name}: ${scope.use('SentDto')}<${dto.name}>`
  writeExported(declared, scope.use('sentDto'), items, scope)
}

/** The writer of a socket's messages. */
export function sentMessage(body: BodyType, socket: string, scope: ModuleScope): string {
  const isExact = typeHoldsBigints(body.value.type, scope.module)
  const plain = sentValue(body, { scope, format: 'json' })
  const stringify = `${scope.use(isExact ? 'exactStringifier' : 'stringifier')}(${plain})`
  const items = [literal(socket), stringify, sentBodyShape(body, scope), ...othersArgument(body, scope)]
  return `${scope.use('sentDto')}(${items.join(', ')})`
}

function othersArgument(dto: ObjectType | BodyType, scope: ModuleScope): readonly string[] {
  const others = otherPlains(dto, scope)
  return others.length > 0 ? [`{ ${others.join(', ')} }`] : []
}

/** The functions that copy a value for the formats with names of their own, as members of an object. */
function otherPlains(dto: ObjectType | BodyType, scope: ModuleScope): readonly string[] {
  return otherFormatsOf(dto, scope.module).map((format) => {
    const sending = { scope, format }
    const copy = 'value' in dto ? sentValue(dto, sending) : sentObject(dto, sending)
    return memberText(`plain${formatWord(format)}`, copy)
  })
}

function writeStringify(name: string, isExact: boolean, plain: string, scope: ModuleScope): void {
  const { writer } = scope
  const make = scope.use(isExact ? 'exactStringifier' : 'stringifier')
  const text = `export const stringify${name}: ${scope.use('Stringify')}<${name}> =`
  writer.assign(text, `${pureMark}${make}(${plain})`)
  const sends = `export const sendJson${name}: ${scope.use('SendJson')}<${name}> =`
  writer.assign(sends, `${pureMark}${scope.use('jsonSender')}(stringify${name})`)
}
