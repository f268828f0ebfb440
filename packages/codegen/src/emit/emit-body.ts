import type { BodyType } from '../model/dto.ts'
import { type DecodedSource, isDecoded } from '../model/source.ts'
import { kindOf } from '../model/value-kind.ts'
import { binderName, sourceWords, uncapitalized } from '../plan/words.ts'
import { objectStatement } from './emit-dto-object.ts'
import { type BinderText, decodedNames, exportedBinder, ofFormat, readerOf } from './read/binder.ts'
import { bodyCheckerOf, exportedValidator, validateStatements } from './rules/check.ts'
import type { Checker } from './rules/issues.ts'
import { bodyShape, sentBodyShape } from './schema/body-shape.ts'
import { sendingMembers, sentDto, stringifyBody } from './send/sent-dto.ts'
import { type Code, code, type Statement } from './text/code.ts'
import { summaryOf } from './text/exported.ts'
import type { ModuleScope } from './text/module-scope.ts'
import type { RuntimeName } from './text/runtime-names.ts'
import { blank } from './text/statements.ts'

/** A whole-body DTO with facts that several emitters need. */
interface EmittedBody extends BodyType {
  readonly formats: readonly DecodedSource[]
  /** The function that checks its rules. */
  readonly check: Checker | undefined
}

/** The exports of a DTO whose whole body is one value. */
export function bodyStatements(body: BodyType, scope: ModuleScope): readonly Statement[] {
  const formats = body.value.bindings.map(({ source }) => source).filter(isDecoded)
  const check = formats.length === 0 ? undefined : bodyCheckerOf(body, scope)
  const emitted = { ...body, formats, check }
  const isRead = formats.length > 0
  const reads = isRead ? [...validateStatements(body, check, scope), ...binders(emitted, scope)] : []
  const sends = body.isSent ? stringifyBody(body, scope) : []
  const object = isRead ? bodyObject(emitted, scope) : [sentDto(body, sentBodyShape(body, scope), scope)]
  return [blank, ...reads, ...sends, blank, ...object]
}

function binders(body: EmittedBody, scope: ModuleScope): readonly Statement[] {
  const { name, formats } = body
  const own = formats.flatMap((format) => {
    const { make, read } = decodedNames[format]
    const from = bodyShape(body, format, scope)
    const text = { make, from, read: readerOf(read, from, scope), place: () => format }
    return binderOf(body, sourceWords[format][0], text, scope)
  })
  const readers = formats.map((format) => code`${code.key(format)}: ${bodyShape(body, format, scope)}`)
  const from =
    readers.length === 1
      ? code`{ ${readers} }`
      : scope.constant(`${uncapitalized(name)}Body`, code`{ ${code.filled(readers)} }`)
  const ofBody = { make: 'bodyBinder', from, read: readerOf('readBody', from, scope) } as const
  const ofAny = { make: 'allOf', from, read: readerOf('readAnyBody', from, scope) } as const
  return [
    ...own,
    ...binderOf(body, 'Body', { ...ofBody, ...ofFormat(name, formats) }, scope),
    ...binderOf(body, 'All', { ...ofAny, of: code.word(`bindBody${name}`) }, scope),
  ]
}

/** @param words the words between `bind` and the DTO's name */
function binderOf(
  body: EmittedBody,
  words: string,
  text: BinderText,
  scope: ModuleScope,
): readonly Statement[] {
  const { check } = body
  const isAsync = check?.isAsync === true
  const name = `bind${words}${body.name}`
  const type = scope.use(isAsync ? 'AsyncBodyBinder' : 'BodyBinder')
  const declared = code`${code.word(name)}: ${type}<${scope.type(body.name)}>`
  const place = isAsync && text.place?.()
  const rules = check === undefined ? [] : [check.name, ...(place ? [place] : [])]
  return exportedBinder({ name, declared, of: body, rules: () => rules, isAsync }, text, scope)
}

/** The object for `c.bind().json(Cars)`. */
function bodyObject(body: EmittedBody, scope: ModuleScope): readonly Statement[] {
  const { name, formats, check } = body
  const isAsync = check?.isAsync === true
  const members = [
    ...(kindOf(body.value.type) === 'array' ? [code`isList: true`] : []),
    ...formats.map(
      (format) => code`${code.key(binderName(format))}: ${code.word(`bind${sourceWords[format][0]}${name}`)}`,
    ),
    code`body: ${code.word(`bindBody${name}`)}`,
    code`all: ${code.word(`bindAll${name}`)}`,
  ]
  if (check !== undefined)
    members.push(code`${isAsync ? code`validateAsync` : code`validate`}: ${exportedValidator(body, check)}`)
  if (body.isSent) members.push(...sendingMembers(body, scope))
  const traits: RuntimeName[] = []
  if (check !== undefined) traits.push(isAsync ? 'AsyncValidates' : 'Validates')
  if (body.isSent) traits.push('Sends')
  return [
    ...summaryOf(body.description),
    objectStatement(
      {
        name,
        type: isAsync ? 'AsyncBodyDto' : 'BodyDto',
        of: scope.type(name),
        bound: { names: [...formats.map(binderName), 'body'] },
        traits,
        make: 'makeDto',
        members,
        schemas: isAsync ? schemasOf(body, scope) : [],
      },
      scope,
    ),
  ]
}

/** The shapes of the formats, without those that are like the first one. */
function schemasOf(body: EmittedBody, scope: ModuleScope): readonly Code[] {
  const shapes = body.formats.map((format) => [format, bodyShape(body, format, scope)] as const)
  return shapes
    .filter(([, shape], i) => i === 0 || shape !== shapes[0]?.[1])
    .map(([format, shape]) => code`${code.key(binderName(format))}: ${shape}`)
}
