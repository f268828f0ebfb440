import { literal, propertyKey } from '../../emit/text/literal.ts'
import type { ContentPlan, OperationPlan, ValuePlan } from '../plan/client-plan.ts'
import { successTypes } from './answer-types.ts'
import type { FileDraft } from './file-draft.ts'

/** Answers that a cache can keep. */
const lasting: ReadonlySet<ContentPlan['kind']> = new Set([
  'json',
  'exactJson',
  'msgpack',
  'cbor',
  'xml',
  'namedXml',
  'text',
  'redirect',
  'nothing',
])

/** Factories of options for TanStack Query, which are plain objects. */
export function printQueries(
  operations: readonly OperationPlan[],
  draft: FileDraft,
  isThrowing: boolean,
): void {
  for (const operation of operations) {
    if (operation.feed !== undefined) continue
    if (!isRead(operation)) printMutation(operation, draft, isThrowing)
    else if (isLasting(operation)) {
      printQuery(operation, draft, isThrowing)
      if (operation.paging !== undefined) printPages(operation, operation.paging, draft, isThrowing)
    }
  }
}

function isRead({ method }: OperationPlan): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'QUERY'
}

function isLasting({ answers }: OperationPlan): boolean {
  const successes = answers.filter(({ status }) => status < 400).flatMap(({ contents }) => contents)
  return successes.every(({ kind }) => lasting.has(kind))
}

function printQuery(operation: OperationPlan, draft: FileDraft, isThrowing: boolean): void {
  const { out, use } = draft
  const name = draft.operation(operation)
  const { input } = operation
  const parameters = [`api: ${use('Api')}`, ...inputParameter(operation, draft)]
  const given = input === undefined ? [] : ['input']
  const call = `${name}(${['api', ...given, '{ signal: context.signal }'].join(', ')})`
  const { type, text } = dataOf(operation, call, draft, isThrowing)
  out.blank()
  out.line(`/** A query of {@link ${name}}. */`)
  out.list(`export function ${name}QueryOptions(`, parameters, `): ${use('QueryOptions')}<${type}> {`)
  out.indented(() => {
    out.block('return {', () => {
      out.line(`queryKey: [${[literal(name), ...keyOf(operation, draft)].join(', ')}],`)
      out.assign('queryFn: (context) =>', `${text},`)
    })
  })
  out.line('}')
}

function printPages(
  operation: OperationPlan,
  { kind, member, key }: NonNullable<OperationPlan['paging']>,
  draft: FileDraft,
  isThrowing: boolean,
): void {
  const { out, use } = draft
  const name = draft.operation(operation)
  const others = operation.input?.shape.members.filter((one) => one.name !== member) ?? []
  const type = `Omit<${draft.operation(operation, 'Input')}, ${literal(member)}>`
  const isOptional = others.every((one) => one.isOptional && !(one.name in {}))
  const place = `${propertyKey(member)}: context.pageParam`
  const call = `${name}(one, { ...input, ${place} }, { signal: context.signal })`
  const body = dataOf(operation, call, draft, isThrowing)
  const param = kind === 'page' ? 'number' : 'string | undefined'
  out.blank()
  out.line(`/** The pages of {@link ${name}}. */`)
  out.list(
    `export function ${name}InfiniteQueryOptions(`,
    [`api: ${use('Api')}`, `input: ${type}${isOptional ? ' = {}' : ''}`],
    `): ${use('InfiniteQueryOptions')}<${body.type}, ${param}> {`,
  )
  out.indented(() => {
    out.block('return {', () => {
      out.line(`queryKey: [${[literal(name), "'pages'", ...keyOf(operation, draft)].join(', ')}],`)
      out.line('queryFn: (context) =>')
      out.indented(() => {
        out.block(`${use('pageOf')}(api, ${literal(key)}, (one) =>`, () => out.line(`${body.text},`), '),')
      })
      out.line(`initialPageParam: ${kind === 'page' ? '1' : 'undefined'},`)
      out.line(
        `getNextPageParam: ({ next }) => ${kind === 'page' ? '(next === undefined ? undefined : Number(next))' : 'next'},`,
      )
    })
  })
  out.line('}')
}

function printMutation(operation: OperationPlan, draft: FileDraft, isThrowing: boolean): void {
  const { out, use } = draft
  const name = draft.operation(operation)
  const { input } = operation
  const isOptional = input?.isOptional === true
  const type =
    input === undefined ? 'void' : draft.operation(operation, 'Input') + (isOptional ? ' | void' : '')
  const value = isOptional ? 'input ?? {}' : 'input'
  const call = input === undefined ? `${name}(api)` : `${name}(api, ${value})`
  const body = dataOf(operation, call, draft, isThrowing)
  out.blank()
  out.line(`/** A mutation by {@link ${name}}. */`)
  out.list(
    `export function ${name}MutationOptions(`,
    [`api: ${use('Api')}`],
    `): ${use('MutationOptions')}<${type}, ${body.type}> {`,
  )
  out.indented(() => {
    out.block('return {', () => {
      out.line(`mutationKey: [${literal(name)}],`)
      out.assign(`mutationFn: (${input === undefined ? '' : 'input'}) =>`, `${body.text},`)
    })
  })
  out.line('}')
}

/** The body of a success, with `null` for nothing, which a cache cannot have. */
function dataOf(
  operation: OperationPlan,
  call: string,
  draft: FileDraft,
  isThrowing: boolean,
): { readonly type: string; readonly text: string } {
  const { types, isAbsent } = successTypes(operation, draft)
  const type = types.includes('unknown')
    ? 'unknown'
    : [...types, ...(isAbsent ? ['null'] : [])].join(' | ') || 'never'
  const body = isThrowing ? call : `${draft.use('bodyOf')}(${call})`
  if (!isAbsent) return { type, text: isThrowing ? body : `${body} as Promise<${type}>` }
  return { type, text: `${draft.use('orNull')}(${body}) as Promise<${type}>` }
}

function inputParameter(operation: OperationPlan, draft: FileDraft): readonly string[] {
  const { input } = operation
  if (input === undefined) return []
  return [`input: ${draft.operation(operation, 'Input')}${input.isOptional ? ' = {}' : ''}`]
}

/** The parameter as a part of a key, which must be JSON. */
function keyOf({ input }: OperationPlan, draft: FileDraft): readonly string[] {
  if (input === undefined) return []
  const isPlain = !input.shape.members.some(({ value }) => holdsBigints(value))
  return [isPlain ? 'input' : `${draft.use('keyOf')}(input)`]
}

function holdsBigints(value: ValuePlan, above: readonly object[] = []): boolean {
  const inside = (one: ValuePlan): boolean => holdsBigints(one, above)
  switch (value.kind) {
    case 'leaf':
      return /bigint|unknown|object/.test(value.type)
    case 'oneOf':
      return value.values.some((one) => typeof one === 'bigint')
    case 'list':
    case 'record':
    case 'nullable':
    case 'wrapped':
      return inside(value.of)
    case 'tuple':
      return value.of.some(inside) || (value.rest !== undefined && inside(value.rest))
    case 'either':
      return value.of.some(inside)
    case 'union':
      return value.branches.some((one) => inside(one.value))
    case 'shape': {
      const { shape } = value
      if (above.includes(shape)) return false
      const values = [...shape.members.map((one) => one.value), shape.rest, shape.alias]
      return values.some((one) => one !== undefined && holdsBigints(one, [...above, shape]))
    }
    case 'never':
      return false
  }
}
