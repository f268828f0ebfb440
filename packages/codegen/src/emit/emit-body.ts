import type { BodyType } from '../model/dto.ts'
import { type DecodedSource, isDecoded } from '../model/source.ts'
import { kindOf } from '../model/value-kind.ts'
import { binderName, sourceWords, uncapitalized } from '../plan/words.ts'
import { writeDto } from './emit-dto-object.ts'
import { decodedNames } from './read/binder.ts'
import { bodyCheckerOf, emitValidate, exportedValidator } from './rules/check.ts'
import type { Checker } from './rules/issues.ts'
import { bodyShape, sentBodyShape } from './schema/body-shape.ts'
import { emitSentDto, emitStringifyBody, sendingMembers } from './send/sent-dto.ts'
import { namedDto, writeExported, writeSummary } from './text/exported.ts'
import { literal } from './text/literal.ts'
import type { ModuleScope } from './text/module-scope.ts'
import type { RuntimeName } from './text/runtime-names.ts'

/** A whole-body DTO with facts that several emitters need. */
interface EmittedBody extends BodyType {
  readonly formats: readonly DecodedSource[]
  /** The function that checks its rules. */
  readonly check: Checker | undefined
}

/** Emits the exports of a DTO whose whole body is one value. */
export function emitBody(body: BodyType, scope: ModuleScope): void {
  const { writer } = scope
  const formats = body.value.bindings.map(({ source }) => source).filter(isDecoded)
  const check = formats.length === 0 ? undefined : bodyCheckerOf(body, scope)
  const emitted = { ...body, formats, check }
  writer.blank()
  if (formats.length > 0) {
    emitValidate(body, check, scope)
    emitBinders(emitted, scope)
  }
  if (body.isSent) emitStringifyBody(body, scope)
  writer.blank()
  if (formats.length > 0) emitObject(emitted, scope)
  else emitSentDto(body, sentBodyShape(body, scope), scope)
}

function emitBinders(body: EmittedBody, scope: ModuleScope): void {
  const { name, formats } = body
  for (const format of formats) {
    const { make, read } = decodedNames[format]
    emitBinder(
      body,
      { words: sourceWords[format][0], make, read, from: bodyShape(body, format, scope) },
      scope,
    )
  }
  const readers = formats.map((format) => `${format}: ${bodyShape(body, format, scope)}`)
  const [only = 'json', ...others] = formats
  const from =
    others.length === 0
      ? `{ ${readers.join()} }`
      : scope.constant(`${uncapitalized(name)}Body`, { kind: 'object', items: readers })
  const of =
    others.length === 0 ? ({ make: 'bodyOf', of: `bind${sourceWords[only][0]}${name}` } as const) : {}
  emitBinder(body, { words: 'Body', make: 'bodyBinder', read: 'readBody', from, ...of }, scope)
  emitBinder(body, { words: 'All', make: 'allOf', read: 'readAnyBody', from, of: `bindBody${name}` }, scope)
}

interface BinderParts {
  /** The words between `bind` and the DTO's name. */
  readonly words: string
  /** The runtime function that makes the binder of `from`, and its counterpart for asynchronous rules. */
  readonly make: RuntimeName
  readonly read: RuntimeName
  readonly from: string
  /** It is made of another binder, where its rules are synchronous. */
  readonly of?: string
}

function emitBinder(
  body: EmittedBody,
  { words, make, read, from, of }: BinderParts,
  scope: ModuleScope,
): void {
  const { check } = body
  const name = `bind${words}${body.name}`
  const rules = check === undefined ? [] : [exportedValidator(body, check)]
  const dto = namedDto(body, scope)
  writeSummary(body.description, scope)
  if (check?.isAsync) {
    const format = body.formats.find((one) => sourceWords[one][0] === words)
    const place = format === undefined ? [] : [literal(format)]
    const items = [literal(name), dto, `(at) => ${scope.use(read)}(at, ${from})`, ...rules, ...place]
    const declared = `${name}: ${scope.use('AsyncBodyBinder')}<${body.name}>`
    writeExported(declared, scope.use('asyncBinder'), items, scope)
    return
  }
  const declared = `${name}: ${scope.use('BodyBinder')}<${body.name}>`
  writeExported(declared, scope.use(make), of === undefined ? [dto, from, ...rules] : [of], scope)
}

/** Emits the object for `c.bind().json(Cars)`. */
function emitObject(body: EmittedBody, scope: ModuleScope): void {
  const { name, formats, check } = body
  const isAsync = check?.isAsync === true
  const members = [
    ...(kindOf(body.value.type) === 'array' ? ['isList: true'] : []),
    ...formats.map((format) => `${binderName(format)}: bind${sourceWords[format][0]}${name}`),
    `body: bindBody${name}`,
    `all: bindAll${name}`,
  ]
  if (check !== undefined)
    members.push(isAsync ? `validateAsync: validate${name}Async` : `validate: validate${name}`)
  if (body.isSent) members.push(...sendingMembers(body, scope))
  const traits: RuntimeName[] = []
  if (check !== undefined) traits.push(isAsync ? 'AsyncValidates' : 'Validates')
  if (body.isSent) traits.push('Sends')
  writeSummary(body.description, scope)
  writeDto(
    {
      name,
      type: isAsync ? 'AsyncBodyDto' : 'BodyDto',
      bound: { names: [...formats.map(binderName), 'body'] },
      traits,
      make: 'makeDto',
      members,
      schemas: isAsync ? schemasText(body, scope) : [],
    },
    scope,
  )
}

/** The shapes of the formats, without those that are like the first one. */
function schemasText(body: EmittedBody, scope: ModuleScope): readonly string[] {
  const shapes = body.formats.map((format) => [format, bodyShape(body, format, scope)] as const)
  return shapes
    .filter(([, shape], i) => i === 0 || shape !== shapes[0]?.[1])
    .map(([format, shape]) => `${binderName(format)}: ${shape}`)
}
