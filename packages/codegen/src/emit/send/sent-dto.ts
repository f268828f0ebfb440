import { holdsBigints, typeHoldsBigints } from '../../model/bound-fields.ts'
import type { BodyType, ObjectType } from '../../model/dto.ts'
import { otherFormatsOf } from '../../model/sent-fields.ts'
import { sentBodyShape } from '../schema/body-shape.ts'
import { type Code, code, type Item, type Statement } from '../text/code.ts'
import { exportedCall, namedDto, pureCall } from '../text/exported.ts'
import { type ModuleScope, pureMark } from '../text/module-scope.ts'
import { assign } from '../text/statements.ts'
import { sentObject, sentValue } from './copy.ts'
import { formatWord, memberText } from './sending.ts'

/** The functions that write a DTO as JSON and send it. */
export function stringifyStatements(dto: ObjectType, scope: ModuleScope): readonly Statement[] {
  const plain = sentObject(dto, { scope, format: 'json' })
  return stringifiers(
    dto.name,
    scope.ownType(dto.name),
    stringifier(plain, holdsBigints(dto, scope.module), scope),
    scope,
  )
}

/** {@link stringifyStatements} for a whole body. */
export function stringifyBody(body: BodyType, scope: ModuleScope): readonly Statement[] {
  return stringifiers(body.name, scope.type(body.name), bodyStringifier(body, scope), scope)
}

function bodyStringifier(body: BodyType, scope: ModuleScope): Code {
  const plain = sentValue(body, { scope, format: 'json' })
  return stringifier(plain, typeHoldsBigints(body.value.type, scope.module), scope)
}

function stringifier(plain: Code, isExact: boolean, scope: ModuleScope): Code {
  return code`${scope.use(isExact ? 'exactStringifier' : 'stringifier')}(${[plain]})`
}

/** The members of a DTO's object that send a value. */
export function sendingMembers(dto: ObjectType | BodyType, scope: ModuleScope): readonly Code[] {
  return [code`stringify: ${code.word(`stringify${dto.name}`)}`, ...otherPlains(dto, scope)]
}

/** The object of a DTO that is only sent. */
export function sentDto(dto: ObjectType | BodyType, shape: Code, scope: ModuleScope): Statement {
  const items = [
    namedDto(dto, scope),
    code.word(`stringify${dto.name}`),
    shape,
    ...othersArgument(dto, scope),
  ]
  const type = 'value' in dto ? scope.type(dto.name) : scope.ownType(dto.name)
  return exportedCall(
    code`${code.word(dto.name)}: ${scope.use('SentDto')}<${type}>`,
    scope.use('sentDto'),
    items,
  )
}

/** The writer of a socket's messages. */
export function sentMessage(body: BodyType, socket: string, scope: ModuleScope): Code {
  const stringify = bodyStringifier(body, scope)
  const items: Item[] = [socket, stringify, sentBodyShape(body, scope), ...othersArgument(body, scope)]
  return code`${scope.use('sentDto')}(${items})`
}

function othersArgument(dto: ObjectType | BodyType, scope: ModuleScope): readonly Code[] {
  const others = otherPlains(dto, scope)
  return others.length > 0 ? [code`{ ${others} }`] : []
}

/** The functions that copy a value for the formats with names of their own, as members of an object. */
function otherPlains(dto: ObjectType | BodyType, scope: ModuleScope): readonly Code[] {
  return otherFormatsOf(dto, scope.module).map((format) => {
    const sending = { scope, format }
    const copy = 'value' in dto ? sentValue(dto, sending) : sentObject(dto, sending)
    return memberText(`plain${formatWord(format)}`, copy)
  })
}

function stringifiers(name: string, type: Code, made: Code, scope: ModuleScope): readonly Statement[] {
  const stringify = code.word(`stringify${name}`)
  return [
    assign(code`export const ${stringify}: ${scope.use('Stringify')}<${type}> =`, code`${pureMark}${made}`),
    assign(
      code`export const ${code.word(`sendJson${name}`)}: ${scope.use('SendJson')}<${type}> =`,
      pureCall('jsonSender', [stringify], scope),
    ),
  ]
}
