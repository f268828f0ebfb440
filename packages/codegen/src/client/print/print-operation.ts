import type { CodeWriter } from '../../emit/text/code-writer.ts'
import { commentText, literal, propertyAccess, propertyKey } from '../../emit/text/literal.ts'
import type {
  AnswerPlan,
  BodyPlan,
  ContentPlan,
  OperationPlan,
  PathValue,
  Shape,
} from '../plan/client-plan.ts'
import { bodyType, contentType } from './answer-types.ts'
import type { FileDraft } from './file-draft.ts'
import { upper } from './name-table.ts'
import { printFieldNames } from './print-field-names.ts'
import { printMembers, printShapeCodec } from './print-shapes.ts'
import { printSocket } from './print-socket.ts'
import { codecText } from './print-values.ts'

type Use = (part: string) => string

/** The function of an operation, with the types of what it takes and gives. */
export function printOperation(operation: OperationPlan, draft: FileDraft, isThrowing: boolean): void {
  new OperationPrinter(operation, draft, isThrowing).print()
}

class OperationPrinter {
  readonly #operation: OperationPlan
  readonly #draft: FileDraft
  readonly #use: Use
  readonly #isThrowing: boolean
  readonly #out: CodeWriter
  readonly #name: string

  constructor(operation: OperationPlan, draft: FileDraft, isThrowing: boolean) {
    this.#operation = operation
    this.#draft = draft
    this.#use = draft.use
    this.#isThrowing = isThrowing
    this.#out = draft.out
    this.#name = draft.names.operation(operation)
  }

  print(): void {
    this.#out.blank()
    this.#comment()
    const { socket } = this.#operation
    if (socket === undefined) this.#function()
    else printSocket(this.#operation, socket, this.#draft)
    this.#urlFunction()
    this.#inputType()
    if (socket === undefined) this.#answerType()
    this.#codecs()
    printFieldNames(this.#operation, this.#draft)
  }

  get #inputName(): string {
    return `${upper(this.#name)}Input`
  }

  #comment(): void {
    const { docs, isDeprecated, place, method, pattern } = this.#operation
    const out = this.#out
    out.line('/**')
    for (const text of docs) {
      for (const line of text.split('\n')) out.line(` * ${commentText(line)}`.trimEnd())
      out.line(' *')
    }
    out.line(` * \`${commentText(`${method} ${pattern}`).replaceAll('`', "'")}\``)
    out.line(' *')
    if (isDeprecated) out.line(' * @deprecated')
    out.line(` * @see ${commentText(place)}`)
    out.line(' */')
  }

  #function(): void {
    if (this.#operation.feed !== undefined) {
      this.#feedFunction(this.#operation.feed)
      return
    }
    const { answers } = this.#operation
    const use = this.#use
    const result = this.#isThrowing ? bodyType(this.#operation, this.#draft) : `${upper(this.#name)}Answer`
    const parameters = [
      `api: ${use('Api')}`,
      ...this.#inputParameter(this.#inputName),
      `call?: ${use('Call')}`,
    ]
    this.#out.list(`export async function ${this.#name}(`, parameters, `): Promise<${result}> {`)
    const sent = `${use('send')}(api, call, {`
    const [open, close] = this.#isThrowing ? [`${use('bodyOf')}(${sent}`, '}))'] : [sent, '})']
    this.#out.indented(() => {
      this.#out.line(`return (await ${open}`)
      this.#out.indented(() => this.#request(answers))
      this.#out.line(`${close}) as ${result}`)
    })
    this.#out.line('}')
  }

  /** The request, and the readers of some answers. */
  #request(answers: readonly AnswerPlan[]): void {
    const { method, accept, headers, cookies, body } = this.#operation
    this.#out.line(`method: ${literal(method)},`)
    this.#out.line(`url: ${this.#urlCall()},`)
    if (accept !== undefined) this.#out.line(`accept: ${literal(accept)},`)
    this.#headerLines(headers, cookies)
    if (body !== undefined) this.#out.line(`body: ${this.#bodyText(body)},`)
    if (answers.some(isRedirect)) this.#out.line("redirect: 'manual',")
    this.#out.list(
      'answers: {',
      answers.flatMap((one) => this.#readerText(one)),
      '},',
      ' ',
    )
  }

  /** A function whose values are the events. */
  #feedFunction(feed: ContentPlan): void {
    const use = this.#use
    const result = contentType(feed, this.#draft)
    const parameters = [
      `api: ${use('Api')}`,
      ...this.#inputParameter(this.#inputName),
      `call?: ${use('EventCall')}`,
    ]
    this.#out.list(`export async function* ${this.#name}(`, parameters, `): ${result} {`)
    this.#out.indented(() => {
      this.#out.line(`yield* ${use('follow')}(api, call, {`)
      this.#out.indented(() => this.#request(this.#failures))
      this.#out.line(`}, ${this.#decoder(feed)}) as ${result}`)
    })
    this.#out.line('}')
  }

  get #failures(): readonly AnswerPlan[] {
    return this.#operation.answers.filter(({ status }) => status >= 400)
  }

  /** Reads the data of an event. */
  #decoder({ kind, value }: ContentPlan): string {
    const codec = value === undefined ? this.#use('json') : this.#codec(value)
    return `${this.#use(kind === 'exactValues' ? 'asExactEvent' : 'asJsonEvent')}(${codec})`
  }

  #inputParameter(type: string): readonly string[] {
    const { input } = this.#operation
    if (input === undefined) return []
    return [`input: ${type}${input.isOptional ? ' = {}' : ''}`]
  }

  #headerLines(headers: Shape | undefined, cookies: Shape | undefined): void {
    if (headers !== undefined)
      this.#out.line(`headers: ${this.#use('headersOf')}(${this.#name}Headers, input),`)
    if (cookies !== undefined)
      this.#out.line(`cookie: ${this.#use('cookieOf')}(${this.#name}Cookies, input),`)
  }

  #bodyText(body: BodyPlan): string {
    if (body.kind === 'raw') return this.#rawBodyText(body)
    const codec = body.property === undefined ? `${this.#name}Body` : this.#codec(body.value)
    const value = body.property === undefined ? 'input' : propertyAccess('input', body.property)
    const { format } = body
    if (format === 'msgpack' || format === 'cbor') {
      const type = literal(format === 'cbor' ? 'application/cbor' : 'application/vnd.msgpack')
      return `${this.#use('binaryBody')}(${this.#use(format)}(), ${type}, ${codec}, ${value})`
    }
    const part = {
      json: body.isExact ? 'exactJsonBody' : 'jsonBody',
      urlencoded: 'formBody',
      multipart: 'multipartBody',
      xml: 'xmlBody',
    }[format]
    return `${this.#use(part)}(${codec}, ${value})`
  }

  #rawBodyText({ media, property }: BodyPlan & { readonly kind: 'raw' }): string {
    const type = media === '*/*' || media === 'multipart/form-data' ? '' : `, ${literal(media)}`
    return `${this.#use('rawBody')}(${propertyAccess('input', property)}${type})`
  }

  #codec(value: Parameters<typeof codecText>[0]): string {
    return codecText(value, this.#draft.codecOf, this.#use)
  }

  /** The members of the parameter that are in the URL. */
  get #urlMembers(): readonly string[] {
    const { path, query } = this.#operation
    const inPath = path.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]))
    return [...new Set([...inPath, ...(query?.members.map(({ name }) => name) ?? [])])]
  }

  #urlCall(): string {
    return `${this.#name}Url(${this.#urlMembers.length === 0 ? '' : 'input'})`
  }

  #urlFunction(): void {
    const { path, query, input } = this.#operation
    const members = this.#urlMembers
    const out = this.#out
    out.blank()
    out.line(`/** The URL of \`${this.#name}\` below the base. */`)
    const parameters =
      members.length === 0 || input === undefined ? [] : [this.#urlParameter(input.shape, members)]
    out.list(`export function ${this.#name}Url(`, parameters, '): string {')
    out.indented(() => {
      if (members.length === 0) {
        out.line(`return ${literal(path.join(''))}`)
        return
      }
      const texts = path.map((piece) =>
        typeof piece === 'string' ? templateText(piece) : `\${${this.#segment(piece)}}`,
      )
      const rest = query === undefined ? '' : `\${${this.#use('query')}(${this.#name}Query, input)}`
      out.line(`return \`${texts.join('')}${rest}\``)
    })
    out.line('}')
  }

  #urlParameter({ members: all }: Shape, members: readonly string[]): string {
    const type =
      members.length === all.length
        ? this.#inputName
        : `Pick<${this.#inputName}, ${members.map((one) => literal(one)).join(' | ')}>`
    const isOptional = all.every(
      (one) => (one.isOptional && !(one.name in {})) || !members.includes(one.name),
    )
    return `input: ${type}${isOptional ? ' = {}' : ''}`
  }

  #segment({ name, value, isWildcard, isNeeded, isOne, ends, lacks }: PathValue): string {
    const part = this.#use(isWildcard ? 'rest' : 'segment')
    const end = isNeeded ? ', true' : ends === '' ? '' : `, ${literal(ends)}`
    const own = this.#codec(value)
    const codec = lacks.reduce(
      (of, texts) => `${this.#use('lacking')}(${[of, ...texts.map((text) => literal(text))].join(', ')})`,
      isOne ? `${this.#use('character')}(${own})` : own,
    )
    return `${part}(${codec}, ${propertyAccess('input', name)}, ${literal(name)}${end})`
  }

  #readerText({ status, contents }: AnswerPlan): readonly string[] {
    const texts = contents.map((one) => this.#contentReader(one))
    const [only] = texts
    if (only === undefined) return []
    if (new Set(texts).size === 1) return [`${status}: ${only}`]
    const other = contents.findIndex(({ kind }) => kind === 'problem')
    const fallback = texts[other === -1 ? 0 : other] ?? only
    const typed = contents.flatMap(({ media }, i) =>
      media === undefined ? [] : [`${propertyKey(media)}: ${texts[i]}`],
    )
    return [`${status}: ${this.#use('byType')}({ ${typed.join(', ')} }, ${fallback})`]
  }

  #contentReader(content: ContentPlan): string {
    const { kind, value } = content
    const use = this.#use
    const codec = (): string => (value === undefined ? use('json') : this.#codec(value))
    switch (kind) {
      case 'json':
        return `${use('asJson')}(${codec()})`
      case 'exactJson':
        return `${use('asExactJson')}(${codec()})`
      case 'msgpack':
        return `${use('asBinary')}(${use('msgpack')}(), ${codec()})`
      case 'cbor':
        return `${use('asBinary')}(${use('cbor')}(), ${codec()})`
      case 'xml':
        return `${use('asXml')}(${codec()})`
      case 'namedXml':
        return `${use('asXml')}(${codec()}, true)`
      case 'text':
        return use('asText')
      case 'file':
        return use('asFile')
      case 'events':
        return use('asEvents')
      case 'values':
      case 'exactValues':
        return `${use('asValues')}(${this.#decoder(content)})`
      case 'problem':
        return use('asProblem')
      case 'redirect':
        return use('asRedirect')
      case 'nothing':
        return use('asNothing')
    }
  }

  #inputType(): void {
    const { input } = this.#operation
    if (input === undefined) return
    this.#out.blank()
    this.#out.block(`export interface ${this.#inputName} {`, () =>
      printMembers(input.shape, this.#draft, true),
    )
  }

  #answerType(): void {
    const { answers, feed } = this.#operation
    this.#out.blank()
    if (!this.#isThrowing && feed === undefined) {
      const members = this.#unionMembers(answers, 'status')
      this.#out.union(`export type ${upper(this.#name)}Answer =`, members.length === 0 ? ['never'] : members)
      return
    }
    const name = `${upper(this.#name)}Error`
    const members = this.#unionMembers(this.#failures, 'error')
    const error = this.#use('ApiError')
    this.#out.line(`/** What \`${this.#name}\` throws for the answers that it knows. */`)
    if (members.length === 0) this.#out.line(`export type ${name} = ${error}`)
    else
      this.#out.union(
        `export type ${name} =`,
        members.map((one) => `(${error} & ${one})`),
      )
  }

  /** Statuses with the same content are one member. */
  #unionMembers(answers: readonly AnswerPlan[], form: 'status' | 'error'): readonly string[] {
    const byContent = new Map<string, number[]>()
    for (const { status, contents } of answers) {
      const isOk = status < 400
      for (const text of new Set(contents.map((one) => this.#contentMember(one)))) {
        const key = `${form === 'error' ? '' : `; ok: ${isOk}; headers: Headers`}${text}`
        byContent.set(key, [...(byContent.get(key) ?? []), status])
      }
    }
    return [...byContent].map(([text, statuses]) => `{ status: ${statuses.join(' | ')}${text} }`)
  }

  #contentMember(content: ContentPlan): string {
    if (content.kind === 'problem') return `; problem: ${this.#use('Problem')}`
    if (content.kind === 'redirect') return '; location: string | undefined'
    const type = contentType(content, this.#draft)
    return type === undefined ? '' : `; body: ${type}`
  }

  #codecs(): void {
    const { query, headers, cookies, body } = this.#operation
    const own =
      body?.kind === 'value' && body.property === undefined && body.value.kind === 'shape'
        ? body.value.shape
        : undefined
    const all = [
      ['Query', query],
      ['Headers', headers],
      ['Cookies', cookies],
      ['Body', own],
    ] as const
    for (const [word, shape] of all) {
      if (shape === undefined) continue
      this.#out.blank()
      printShapeCodec(`${this.#name}${word}`, shape, this.#draft)
    }
  }
}

function isRedirect({ contents }: AnswerPlan): boolean {
  return contents.some(({ kind }) => kind === 'redirect')
}

/** Literal text in a template. */
function templateText(text: string): string {
  return text.replace(/[\\`]|\$\{/g, '\\$&')
}
