import { commentText, literal } from '../../emit/text/literal.ts'
import type { AnswerPlan, ContentPlan, OperationPlan, ValuePlan } from '../plan/client-plan.ts'
import { contentType, valueType } from './answer-types.ts'
import type { FileDraft } from './file-draft.ts'
import { upper } from './name-table.ts'
import { printSamples, sampleText } from './print-samples.ts'
import { codecText } from './print-values.ts'

/** Handlers of Mock Service Worker, which answer with samples or with given answers. */
export function printMocks(operations: readonly OperationPlan[], draft: FileDraft): void {
  const { out, use, names } = draft
  const known = operations.filter(({ answers }) => answers.some((one) => contentOf(one) !== undefined))
  out.blank()
  out.line('/** All operations, in the order of the app. */')
  out.block(
    `export function handlers(api: Pick<${use('Api')}, 'baseUrl'> = {}): readonly HttpHandler[] {`,
    () => {
      out.list(
        'return [',
        known.map((one) => `${names.operation(one)}Handler(api)`),
        ']',
      )
    },
  )
  for (const operation of known) printHandler(operation, draft)
  printSamples(draft)
}

interface Mockable {
  readonly status: number
  readonly content: ContentPlan
}

/** The content of a status: problem details for an error that has them, else the first. */
function contentOf({ contents }: AnswerPlan): ContentPlan | undefined {
  return contents.find(({ kind }) => kind === 'problem') ?? contents[0]
}

function mockable({ answers }: OperationPlan): readonly Mockable[] {
  return answers.flatMap((one) => {
    const content = contentOf(one)
    return content === undefined ? [] : [{ status: one.status, content }]
  })
}

function printHandler(operation: OperationPlan, draft: FileDraft): void {
  const { out, use, names } = draft
  const name = names.operation(operation)
  const all = mockable(operation)
  const [first] = all
  if (first === undefined) return
  const type = `${upper(name)}Mock`
  const answer = use('Mock')
  out.blank()
  out.line(
    `/** Answers \`${commentText(`${operation.method} ${operation.pattern}`).replaceAll('`', "'")}\`. */`,
  )
  out.block(
    `export function ${name}Handler(`,
    () => {
      out.line(`api: Pick<${use('Api')}, 'baseUrl'> = {},`)
      out.assign(`answer: ${answer}<${type}> =`, `${mockText(first, draft)},`)
    },
    '): HttpHandler {',
  )
  out.indented(() => {
    const writers = all.flatMap((one) => writerText(one, draft))
    const path = `${use('pathBelow')}(api, ${literal(pathText(operation))})`
    const verb = operation.method.toLowerCase()
    const known = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options']
    const register = known.includes(verb) ? `http.${verb}` : 'http.all'
    out.line(`return ${register}(${path}, ({ request }) =>`)
    out.indented(() => {
      if (writers.length === 0) out.line(`${use('mocked')}(answer, request),`)
      else out.list(`${use('mocked')}(answer, request, {`, writers, '}),', ' ')
    })
    out.line(')')
  })
  out.line('}')
  out.blank()
  out.union(`export type ${type} =`, membersOf(all, draft))
}

/** Statuses with the same content are one member. */
function membersOf(all: readonly Mockable[], draft: FileDraft): readonly string[] {
  const byContent = new Map<string, number[]>()
  for (const { status, content } of all) {
    const text = memberText(content, draft)
    byContent.set(text, [...(byContent.get(text) ?? []), status])
  }
  return [...byContent].map(([text, statuses]) => `{ status: ${statuses.join(' | ')}${text} }`)
}

/** A parameter of a path is a word. */
function pathText({ path }: OperationPlan): string {
  return path
    .map((piece, i) => {
      if (typeof piece === 'string') return piece.replace(/[\\:()+?{}]/g, '\\$&').replaceAll('*', `:star${i}`)
      return piece.isWildcard ? '*' : `:${/^\w+$/.test(piece.name) ? piece.name : `value${i}`}`
    })
    .join('')
}

function memberText(content: ContentPlan, draft: FileDraft): string {
  switch (content.kind) {
    case 'problem':
      return `; problem: ${draft.use('Problem')}`
    case 'redirect':
      return '; location: string'
    case 'nothing':
      return ''
    case 'file':
      return '; body: Blob'
    case 'events':
      return `; body: readonly Partial<${draft.use('ServerEvent')}>[]`
    case 'values':
    case 'exactValues':
      return `; body: readonly ${elementType(valueType(content.value, draft))}[]`
    default:
      return `; body: ${contentType(content, draft)}`
  }
}

function elementType(type: string): string {
  return /^\w+$/.test(type) ? type : `(${type})`
}

function mockText({ status, content }: Mockable, draft: FileDraft): string {
  const { kind, value } = content
  if (kind === 'problem') {
    const problem = `{ type: 'about:blank', title: 'Problem', status: ${status} }`
    return `{ status: ${status}, problem: ${problem} }`
  }
  if (kind === 'redirect') return `{ status: ${status}, location: '/' }`
  if (kind === 'nothing') return `{ status: ${status} }`
  const bodies = { file: "new Blob(['file'])", events: "[{ data: 'data' }]", text: "'text'" }
  const body =
    kind === 'file' || kind === 'events' || kind === 'text'
      ? bodies[kind]
      : value === undefined
        ? 'null'
        : kind === 'values' || kind === 'exactValues'
          ? `[${eventsOf(value)
              .map((one) => sampleText(one, 'text', draft))
              .join(', ')}]`
          : sampleText(value, 'text', draft)
  return `{ status: ${status}, body: ${body} }`
}

/** One of each type of event. */
function eventsOf(value: ValuePlan): readonly ValuePlan[] {
  switch (value.kind) {
    case 'union':
      return value.branches.flatMap((one) => eventsOf(one.value))
    case 'either':
      return value.of.flatMap(eventsOf)
    case 'shape':
      return value.shape.alias === undefined ? [value] : eventsOf(value.shape.alias)
    default:
      return [value]
  }
}

function writerText({ status, content }: Mockable, draft: FileDraft): readonly string[] {
  const { kind, value, media } = content
  const { use } = draft
  const codec = (): string => (value === undefined ? use('json') : codecText(value, draft.codecOf, use))
  const writers: Readonly<Partial<Record<ContentPlan['kind'], () => string>>> = {
    json: () => `${use('inJsonText')}(${codec()})`,
    exactJson: () => `${use('inExactJsonText')}(${codec()})`,
    msgpack: () => `${use('inBinary')}(${use('msgpack')}(), ${codec()})`,
    cbor: () => `${use('inBinary')}(${use('cbor')}(), ${codec()})`,
    xml: () => `${use('inXml')}(${codec()})`,
    namedXml: () => `${use('inXml')}(${codec()})`,
    text: () => use('asItIs'),
    file: () => use('asItIs'),
    events: () => use('inEvents'),
    values: () => `${use('inValues')}(${use('inJsonText')}(${codec()}))`,
    exactValues: () => `${use('inValues')}(${use('inExactJsonText')}(${codec()}))`,
  }
  const write = writers[kind]
  const type = media === undefined || media.includes('*') ? 'application/octet-stream' : media
  return write === undefined ? [] : [`${status}: [${literal(type)}, ${write()}]`]
}
