import { isReserved } from '../../emit/text/local-names.ts'
import type { ClientPlan, MessagePlan, OperationPlan, Shape, ValuePlan } from '../plan/client-plan.ts'
import { ShapeNames, shapesBelow, shapesIn } from '../plan/plan-names.ts'
import type { Part } from './load-parts.ts'
import { isInline, membersText, shapeCodec, typeText } from './print-values.ts'

/** Globals of the printed types, or that users of a client expect in theirs. */
const typeGlobals =
  'Array AsyncGenerator AsyncIterable Blob Boolean Date Error File FormData Headers Map Number Object Omit Partial Pick Promise ReadableStream Record Readonly Request Response Set String Symbol URL Uint8Array'.split(
    ' ',
  )

/** Parameters, variables and imports of the functions of a client. */
const locals = new Set([
  'api',
  'input',
  'call',
  'answer',
  'context',
  'one',
  'own',
  'request',
  'http',
  'handlers',
  'cbor',
  'msgpack',
])

/** The names in a client. */
export interface ClientNames {
  /** The function of an operation. */
  readonly operation: (operation: OperationPlan) => string
  readonly part: (name: string) => string
  readonly types: ShapeNames
  readonly codecs: ShapeNames
}

export function namesOf(plan: Pick<ClientPlan, 'operations'>, parts: ReadonlyMap<string, Part>): ClientNames {
  const globals = new Set([...typeGlobals, ...[...parts.values()].flatMap((one) => one.globals)])
  const operations = operationNames(plan.operations, parts, globals)
  const own = new Set(operations.values())
  for (const name of operations.values()) for (const one of namesBeside(name)) own.add(one)
  const part = (name: string): string => (own.has(name) ? `${name}Part` : name)
  const isTaken = (name: string): boolean =>
    own.has(name) || parts.has(name) || globals.has(name) || locals.has(name) || isReserved(name)
  const owners = ownersOf(plan.operations, operations)
  // A type keeps its name where it is answered.
  const answered = plan.operations.flatMap((one) => [...answerValues(one.answers), ...gotValues(one)])
  const types = shapesBelow([...answered, ...plan.operations.flatMap(inputValues)]).filter(
    (one) => !isInline(one),
  )
  const codecs = shapesBelow(plan.operations.flatMap(codecRoots))
  return {
    operation: (one) => operations.get(one) ?? one.name,
    part,
    types: new ShapeNames(types, shapeText, typeWishes, isTaken),
    codecs: new ShapeNames(codecs, codecOf, (shape) => codecWishes(shape, owners), isTaken),
  }
}

function shapeText(shape: Shape, nameOf: (shape: Shape) => string): string {
  const names = { typeOf: nameOf, use: (part: string) => part }
  if (shape.alias !== undefined) return typeText(shape.alias, names, false)
  return membersText(shape, names).join('; ')
}

function codecOf(shape: Shape, nameOf: (shape: Shape) => string): string {
  return shapeCodec(shape, nameOf, (name) => name)
    .flat()
    .join(' ')
}

function typeWishes({ name, role }: Shape): readonly string[] {
  const word = identifier(name)
  return [word, `${word}${role === 'input' ? 'Input' : 'Output'}`]
}

function codecWishes(shape: Shape, owners: ReadonlyMap<Shape, string>): readonly string[] {
  const name = lower(isInline(shape) ? (owners.get(shape) ?? 'value') : identifier(shape.name))
  return [
    `${name}Shape`,
    `${name}${shape.word}Shape`,
    `${name}${shape.role === 'input' ? 'Input' : 'Output'}Shape`,
  ]
}

function inputValues({ input, socket }: OperationPlan): readonly ValuePlan[] {
  return [...(input?.shape.members.map(({ value }) => value) ?? []), ...valuesOf(socket?.sends)]
}

function gotValues({ socket }: OperationPlan): readonly ValuePlan[] {
  return valuesOf(socket?.gets)
}

function valuesOf(message: MessagePlan | undefined): readonly ValuePlan[] {
  return message === undefined ? [] : [message.value]
}

function codecRoots(operation: OperationPlan): readonly ValuePlan[] {
  const { path, query, headers, cookies, body, answers, socket } = operation
  const messages = [...valuesOf(socket?.sends), ...gotValues(operation)]
  const shapes = [query, headers, cookies].flatMap((shape) => shape?.members.map(({ value }) => value) ?? [])
  const values = path.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.value]))
  return [...values, ...shapes, ...bodyRoots(body), ...answerValues(answers), ...messages]
}

/** The members of a body are the operation's own. */
function bodyRoots(body: OperationPlan['body']): readonly ValuePlan[] {
  if (body?.kind !== 'value') return []
  if (body.property !== undefined || body.value.kind !== 'shape') return [body.value]
  const { members, rest } = body.value.shape
  return [...members.map(({ value }) => value), ...(rest === undefined ? [] : [rest])]
}

function answerValues(answers: OperationPlan['answers']): readonly ValuePlan[] {
  return answers.flatMap(({ contents }) => contents.flatMap(({ value }) => value ?? []))
}

/** The operation whose answer a type without a name is part of. */
function ownersOf(
  operations: readonly OperationPlan[],
  names: ReadonlyMap<OperationPlan, string>,
): ReadonlyMap<Shape, string> {
  const owners = new Map<Shape, string>()
  for (const one of operations) {
    const visit = (shape: Shape): void => {
      if (owners.has(shape)) return
      owners.set(shape, names.get(one) ?? one.name)
      for (const { value } of shape.members) shapesIn(value, visit)
      if (shape.rest !== undefined) shapesIn(shape.rest, visit)
    }
    for (const value of [...answerValues(one.answers), ...gotValues(one)]) shapesIn(value, visit)
  }
  return owners
}

/** The names that an operation's function brings with it. */
function namesBeside(name: string): readonly string[] {
  const functions = ['Url', 'Names', 'QueryOptions', 'InfiniteQueryOptions', 'MutationOptions', 'Handler']
  const types = ['Input', 'Answer', 'Error', 'Mock', 'Sends', 'Gets']
  return [...functions.map((word) => name + word), ...types.map((word) => upper(name) + word)]
}

function operationNames(
  operations: readonly OperationPlan[],
  parts: ReadonlyMap<string, Part>,
  globals: ReadonlySet<string>,
): ReadonlyMap<OperationPlan, string> {
  const taken = new Set([...parts.values()].filter(({ isPublic }) => isPublic).map(({ name }) => name))
  const names = new Map<OperationPlan, string>()
  for (const one of operations) {
    let name = lower(identifier(one.name))
    while (taken.has(name) || isReserved(name) || locals.has(name) || globals.has(name)) name += '$'
    taken.add(name)
    for (const other of namesBeside(name)) taken.add(other)
    names.set(one, name)
  }
  return names
}

/** `park-car` is `parkCar`. */
function identifier(text: string): string {
  const words = text
    .replace(/ \d+$/, '')
    .split(/[^\p{ID_Continue}$]+/u)
    .filter((word) => word !== '')
  const name = words.map((word, i) => (i === 0 ? word : upper(word))).join('') || 'value'
  return /^[\p{ID_Start}$_]/u.test(name) ? name : `_${name}`
}

export function upper(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function lower(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}
