import * as runtime from '@ctxgen/runtime'
import * as codegenv1 from '@ctxgen/runtime/codegenv1'
import { inspect } from './inspect.ts'
import type { Answer, Code, LoadedDto, Reply, Route, SentRequest, ToRunner } from './messages.ts'

// Runs generated binders. The worker inherits the policy of its page, so that the code of a link reaches no other site.

type Module = Readonly<Record<string, unknown>>

const { App, BindError, ValidationError } = runtime
let loaded: Module = {}

/** Evaluates both modules, which policy allows for a module with an address, and not for a text. */
async function load(code: Code): Promise<readonly LoadedDto[]> {
  const modules = new Map<string, Module>([
    ['@ctxgen/runtime', runtime],
    ['@ctxgen/runtime/codegenv1', codegenv1],
  ])
  const require = (name: string): Module => {
    const module = modules.get(name)
    if (module === undefined) throw new Error(`${name} is not in the playground`)
    return module
  }
  modules.set('./dto.js', await evaluated(code.source, require))
  loaded = await evaluated(code.binder, require)
  return Object.entries(loaded).flatMap(([name, value]) =>
    isDto(value) ? { name, schema: schemasOf(value) } : [],
  )
}

async function evaluated(text: string, require: (name: string) => Module): Promise<Module> {
  const address = URL.createObjectURL(
    new Blob([`export default (exports, require) => {${text}\n}`], { type: 'text/javascript' }),
  )
  try {
    const { default: run } = (await import(address)) as {
      default: (exports: Module, require: unknown) => void
    }
    const exports = {}
    run(exports, require)
    return exports
  } finally {
    URL.revokeObjectURL(address)
  }
}

type Bindable = Parameters<ReturnType<InstanceType<typeof runtime.Ctx>['bind']>['all']>[0]

function isDto(value: unknown): value is Bindable & Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && 'all' in value
}

/** What it reads from each source, as JSON Schema. */
function schemasOf(dto: Readonly<Record<string, unknown>>): string {
  const schemas = ['uri', 'query', 'header', 'cookie', 'form', 'json', 'body'].flatMap((source) => {
    const schema = schemaOf(dto[source])
    return schema === undefined ? [] : [[source, schema] as const]
  })
  return JSON.stringify(Object.fromEntries(schemas), undefined, 2)
}

function schemaOf(binder: unknown): unknown {
  const standard = (
    binder as { '~standard'?: { jsonSchema?: { input(options: object): unknown } } } | undefined
  )?.['~standard']
  return standard?.jsonSchema?.input({ target: 'draft-2020-12' })
}

async function send({ method, path, dto }: Route, { url, headers, body }: SentRequest): Promise<Answer> {
  const bindable = loaded[dto]
  if (!isDto(bindable)) throw new Error(`there is no binder ${dto}`)
  let value: string | undefined
  let issues: Answer['issues'] = []
  const app = new App()
  app.add([method], path, async (c) => {
    try {
      value = inspect(await c.bind().all(bindable))
      c.status(204)
    } catch (error) {
      if (error instanceof BindError || error instanceof ValidationError)
        issues = [...error.issues].map((issue) => plain(issue))
      throw error
    }
  })
  const request = new Request(new URL(url, 'http://localhost'), {
    method,
    ...(body === '' || ['GET', 'HEAD'].includes(method) ? {} : { body }),
  })
  // A Request of a browser would drop some, such as Cookie.
  Object.defineProperty(request, 'headers', { value: headersOf(headers) })
  const response = await app.fetch(request)
  return {
    status: response.status,
    headers: [...response.headers],
    body: await response.text(),
    value,
    issues,
  }
}

type Issue = Pick<runtime.ValidationIssue, 'source' | 'path' | 'code' | 'message'>

function plain({ source, path, code, message }: Issue): Answer['issues'][number] {
  return { source: source ?? '', path, code, message }
}

function headersOf(lines: string): Headers {
  const headers = new Headers()
  for (const line of lines.split('\n')) {
    const [, name, value = ''] = /^([^:\s]+):\s*(.*)$/.exec(line.trim()) ?? []
    if (name !== undefined) headers.append(name, value)
  }
  return headers
}

async function answer(message: ToRunner): Promise<unknown> {
  return message.kind === 'load' ? load(message.code) : send(message.route, message.request)
}

addEventListener('message', ({ data }: MessageEvent<ToRunner & { id: number }>) => {
  const reply = (sent: Reply): void => postMessage(sent)
  answer(data).then(
    (result) => reply({ id: data.id, result }),
    (error: unknown) =>
      reply({ id: data.id, failure: error instanceof Error ? error.message : String(error) }),
  )
})
