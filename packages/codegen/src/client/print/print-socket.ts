import type { MessagePlan, OperationPlan, SocketPlan } from '../plan/client-plan.ts'
import type { FileDraft } from './file-draft.ts'
import { upper } from './name-table.ts'
import { codecText, typeText } from './print-values.ts'

/** The function that opens a WebSocket, and the types of its messages. */
export function printSocket(operation: OperationPlan, { sends, gets }: SocketPlan, draft: FileDraft): void {
  const { out, use, names } = draft
  const name = names.operation(operation)
  const [sent, got] = [`${upper(name)}Sends`, `${upper(name)}Gets`]
  const { input, headers, cookies } = operation
  const inputType = `${upper(name)}Input`
  const given =
    input === undefined
      ? []
      : [`input: ${inputType} | (() => ${inputType})${input.isOptional ? ' = {}' : ''}`]
  const now = (): string => `${use('inputNow')}(input)`
  const result = `${use('ClientSocket')}<${sent}, ${got}>`
  out.list(
    `export function ${name}(`,
    [`api: ${use('Api')}`, ...given, `call?: ${use('SocketCall')}`],
    `): ${result} {`,
  )
  out.indented(() => {
    out.line(`return new ${use('LastingSocket')}(api, call, {`)
    out.indented(() => {
      out.line(`url: () => ${name}Url(${hasUrlInput(operation) ? now() : ''}),`)
      if (headers !== undefined) out.line(`headers: () => ${use('headersOf')}(${name}Headers, ${now()}),`)
      if (cookies !== undefined) out.line(`cookie: () => ${use('cookieOf')}(${name}Cookies, ${now()}),`)
      out.line(`write: ${writer(sends, draft)},`)
      out.line(`read: ${reader(gets, draft)},`)
    })
    out.line(`}) as ${result}`)
  })
  out.line('}')
  out.blank()
  out.line(`export type ${sent} = ${messageType(sends, draft)}`)
  out.blank()
  out.line(`export type ${got} = ${messageType(gets, draft)}`)
}

function hasUrlInput({ path, query }: OperationPlan): boolean {
  return query !== undefined || path.some((piece) => typeof piece !== 'string')
}

function messageType(message: MessagePlan | undefined, draft: FileDraft): string {
  return message === undefined ? 'Uint8Array' : typeText(message.value, draft, false)
}

function writer(message: MessagePlan | undefined, draft: FileDraft): string {
  if (message === undefined) return draft.use('asBytesMessage')
  const part = draft.use(message.isExact ? 'asExactMessage' : 'asJsonMessage')
  return `${part}(${codecText(message.value, draft.codecOf, draft.use)})`
}

function reader(message: MessagePlan | undefined, draft: FileDraft): string {
  if (message === undefined) return 'undefined'
  const part = draft.use(message.isExact ? 'asExactEvent' : 'asJsonEvent')
  return `${part}(${codecText(message.value, draft.codecOf, draft.use)})`
}
