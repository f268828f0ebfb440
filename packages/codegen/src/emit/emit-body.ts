import type { BodyType } from '../model/dto.ts'
import { type DecodedSource, isDecoded } from '../model/source.ts'
import { kindOf } from '../model/value-kind.ts'
import { binderName, sourceWords, uncapitalized } from '../plan/words.ts'
import { objectStatement } from './emit-dto-object.ts'
import { decodedNames } from './read/binder.ts'
import { bodyCheckerOf, exportedValidator, validateStatements } from './rules/check.ts'
import type { Checker } from './rules/issues.ts'
import { bodyShape, sentBodyShape } from './schema/body-shape.ts'
import { sendingMembers, sentDto, stringifyBody } from './send/sent-dto.ts'
import { type Code, code, type Item, type Statement } from './text/code.ts'
import { exportedCall, namedDto, summaryOf } from './text/exported.ts'
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
    return binderOf(body, { words: sourceWords[format][0], make, read, from }, scope)
  })
  const readers = formats.map((format) => code`${code.key(format)}: ${bodyShape(body, format, scope)}`)
  const [only = 'json', ...others] = formats
  const from =
    others.length === 0
      ? code`{ ${readers} }`
      : scope.constant(`${uncapitalized(name)}Body`, code`{ ${code.filled(readers)} }`)
  const of =
    others.length === 0
      ? ({ make: 'bodyOf', of: code.word(`bind${sourceWords[only][0]}${name}`) } as const)
      : {}
  const ofBody = code.word(`bindBody${name}`)
  return [
    ...own,
    ...binderOf(body, { words: 'Body', make: 'bodyBinder', read: 'readBody', from, ...of }, scope),
    ...binderOf(body, { words: 'All', make: 'allOf', read: 'readAnyBody', from, of: ofBody }, scope),
  ]
}

interface BinderParts {
  /** The words between `bind` and the DTO's name. */
  readonly words: string
  /** The runtime function that makes the binder of `from`, and its counterpart for asynchronous rules. */
  readonly make: RuntimeName
  readonly read: RuntimeName
  readonly from: Code
  /** It is made of another binder, where its rules are synchronous. */
  readonly of?: Code
}

function binderOf(
  body: EmittedBody,
  { words, make, read, from, of }: BinderParts,
  scope: ModuleScope,
): readonly Statement[] {
  const { check } = body
  const name = `bind${words}${body.name}`
  const rules = check === undefined ? [] : [exportedValidator(body, check)]
  const dto = namedDto(body, scope)
  const declared = (type: RuntimeName): Code =>
    code`${code.word(name)}: ${scope.use(type)}<${scope.type(body.name)}>`
  if (!check?.isAsync) {
    const items = of === undefined ? [dto, from, ...rules] : [of]
    return [...summaryOf(body.description), exportedCall(declared('BodyBinder'), scope.use(make), items)]
  }
  const place = body.formats.filter((one) => sourceWords[one][0] === words)
  const items: Item[] = [name, dto, code`(at) => ${scope.use(read)}(at, ${from})`, ...rules, ...place]
  return [
    ...summaryOf(body.description),
    exportedCall(declared('AsyncBodyBinder'), scope.use('asyncBinder'), items),
  ]
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
