import { toDraft07 } from '@ctxgen/core/json-schema/draft-07'
import { isList, isSchema } from '@ctxgen/core/json-schema/json-schema'
import { type Diagnostic, diagnose } from '../../diagnostics/diagnose.ts'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import type { Operation, SecurityScheme } from '../model/operation.ts'
import type { ReadApp } from '../read/read-service.ts'
import type { ChannelFact } from '../read/value.ts'
import {
  type AsyncApiDocument,
  type AsyncChannel,
  type AsyncOperation,
  referTo,
} from './asyncapi-document.ts'
import { Places } from './document-places.ts'
import { DtoSchemas } from './dto-schema.ts'
import { diagnoseMissing, missingParameters } from './missing-parameters.ts'
import { compact, type Info, type Parameter, type Schema, type Server } from './openapi-document.ts'
import { operationIds } from './operation-ids.ts'
import { parametersOf } from './operation-inputs.ts'
import { type PathForm, pathForms } from './path-forms.ts'
import { ProblemSchemas } from './problem-schemas.ts'
import { SchemaRegistry } from './schema-registry.ts'

interface AsyncApiWriting {
  readonly info: Info
  readonly servers: readonly Server[]
  readonly schemes: Readonly<Record<string, SecurityScheme>>
}

interface WrittenAsyncApi {
  readonly document: AsyncApiDocument
  readonly diagnostics: readonly Diagnostic[]
}

/** A stream of events or a WebSocket, at one path. */
interface Talk {
  readonly operation: Operation
  readonly form: PathForm
  /** As in the names of operations without one. */
  readonly method: string
  readonly receives: readonly Schema[]
  readonly sends: readonly Schema[]
}

/** Writes the AsyncAPI 3 document of sockets, of the streams of events among some operations, and of channels. */
export function writeAsyncApi(
  app: Pick<ReadApp, 'operations' | 'channels'>,
  options: AsyncApiWriting,
): WrittenAsyncApi {
  return new AsyncApiWriter(options).write(app)
}

/** A channel, before its schemas have names. */
interface ChannelDraft extends Pick<AsyncOperation, 'security' | 'bindings'> {
  readonly id: string
  readonly about: Omit<AsyncChannel, 'messages'>
  readonly receives: readonly Schema[]
  readonly sends: readonly Schema[]
}

/** Bytes of a message. */
const bytes: Schema = { type: 'string', format: 'binary' }

class AsyncApiWriter {
  readonly #options: AsyncApiWriting
  readonly #registry = new SchemaRegistry()
  readonly #schemas = new DtoSchemas(this.#registry)
  readonly #problems = new ProblemSchemas(this.#registry)
  readonly #diagnostics: Diagnostic[] = []

  constructor(options: AsyncApiWriting) {
    this.#options = options
  }

  write({ operations, channels: own }: Pick<ReadApp, 'operations' | 'channels'>): WrittenAsyncApi {
    const talks = operations.flatMap((one) => this.#talks(one))
    const ids = operationIds(talks, (one) => this.#diagnostics.push(one))
    const drafts = [
      ...talks.map((talk) => this.#draftOf(talk, ids.get(talk) ?? '')),
      ...own.map((channel) => this.#draftOfChannel(channel)),
    ]
    const { document: resolved, schemas } = this.#registry.resolve<readonly ChannelDraft[]>(
      drafts,
      new Places(),
    )
    for (const { name, span, other } of this.#registry.clashes) {
      if (span !== undefined)
        this.#diagnostics.push(diagnose(openApiCatalog.sameSchemaName, span, name, `line ${other?.line}`))
    }
    const channels: Record<string, AsyncChannel> = {}
    const written: Record<string, AsyncOperation> = {}
    for (const { id: wanted, about, receives, sends, security, bindings } of resolved) {
      let id = wanted
      for (let n = 2; id in channels; n++) id = `${wanted}${n}`
      const messages = { receive: messagesOf(receives), send: messagesOf(sends) }
      channels[id] = { ...about, messages: { ...messages.receive, ...messages.send } }
      for (const action of ['receive', 'send'] as const) {
        const refs = Object.keys(messages[action]).map((name) => referTo(`channels/${id}/messages/${name}`))
        const all = { action, channel: referTo(`channels/${id}`), security, bindings, messages: refs }
        if (refs.length > 0) written[`${id}.${action}`] = compact(all)
      }
    }
    const securitySchemes = this.#securitySchemes(operations)
    const components = compact({
      schemas: nonEmpty(mapped(schemas, toDraft07 as (schema: Schema) => Schema)),
      securitySchemes: nonEmpty(securitySchemes),
    })
    const document: AsyncApiDocument = compact({
      asyncapi: '3.0.0',
      info: infoOf(this.#options.info),
      servers: nonEmpty(serversOf(this.#options.servers)),
      defaultContentType: 'application/json',
      channels,
      operations: written,
      components: nonEmpty(components),
    })
    return { document, diagnostics: this.#diagnostics }
  }

  #draftOf(talk: Talk, id: string): ChannelDraft {
    const { operation, form, receives, sends } = talk
    const { docs, security, socket, method } = operation
    return {
      id,
      receives,
      sends,
      about: compact({
        address: form.path,
        title: docs.summary || undefined,
        description: docs.description || undefined,
        tags: docs.tags.length === 0 ? undefined : docs.tags.map((name) => ({ name })),
        parameters: parametersIn(form.params.map(({ name }) => name)),
        bindings: socket === undefined ? undefined : { ws: this.#binding(talk) },
      }),
      security:
        security.length === 0
          ? undefined
          : security.map(({ name }) => referTo(`components/securitySchemes/${name}`)),
      bindings: socket === undefined ? { http: { method } } : undefined,
    }
  }

  /** Each process sends its messages, and receives those of all. */
  #draftOfChannel({ module, name, address }: ChannelFact): ChannelDraft {
    const messages = this.#branches(this.#schemas.sentBy(module, name))
    const params = Array.from(address.matchAll(/\{(\w+)\}/g), ([, one = '']) => one)
    const about = compact({ address, parameters: parametersIn(params) })
    const words = address.split(/\W+/).filter((word) => word !== '')
    const id = ['channel', ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
    return { id, receives: messages, sends: messages, about, security: undefined, bindings: undefined }
  }

  #talks(operation: Operation): readonly Talk[] {
    const { socket, pattern } = operation
    const messages = socket === undefined ? this.#events(operation) : this.#socket(socket)
    if (messages === undefined) return []
    this.#diagnostics.push(...missingParameters(operation).map(diagnoseMissing))
    const method = socket === undefined ? operation.method.toLowerCase() : 'open'
    return pathForms(pattern).map((form) => ({ operation, form, method, ...messages }))
  }

  #events({ answers }: Operation): Pick<Talk, 'receives' | 'sends'> | undefined {
    const sends = answers.flatMap(({ body }) =>
      body?.kind === 'eventsOf' ? this.#branches(this.#schemas.sentBy(body.module, body.name)) : [],
    )
    return sends.length === 0 ? undefined : { receives: [], sends }
  }

  #socket({ module, name }: NonNullable<Operation['socket']>): Pick<Talk, 'receives' | 'sends'> {
    const socket = module.sockets.find((one) => one.name === name)
    const of = (message: string | undefined, format: 'json' | 'sent'): readonly Schema[] => {
      const body = module.bodies.find((one) => one.name === message)
      return body === undefined ? [bytes] : this.#branches(this.#schemas.wholeBody(module, body, format))
    }
    const sends = [...of(socket?.send, 'sent'), this.#problems.referInMessage()]
    return { receives: of(socket?.receive, 'json'), sends }
  }

  /** Each type of a union is a message of its own. */
  #branches(schema: Schema): readonly Schema[] {
    const { oneOf, anyOf = oneOf, $ref } = this.#registry.target(schema) ?? schema
    if (typeof $ref === 'string') return this.#branches({ $ref })
    if (!isList(anyOf)) return [schema]
    return anyOf.flatMap((one) => (isSchema(one) ? this.#branches(one) : []))
  }

  /** The query and the headers of an upgrade. */
  #binding({ operation, form }: Talk): object {
    const all = parametersOf(operation, form, this.#schemas).map(({ parameter }) => parameter)
    return compact({
      method: 'GET',
      query: objectOf(all.filter((one) => one.in === 'query')),
      headers: objectOf(all.filter((one) => one.in === 'header')),
    })
  }

  #securitySchemes(operations: readonly Operation[]): Readonly<Record<string, object>> {
    const used = operations.filter((one) => this.#isTalk(one)).flatMap(({ security }) => security)
    return Object.fromEntries(
      used.flatMap(({ name, scheme }) => {
        const one = scheme ?? this.#options.schemes[name]
        return one === undefined ? [] : [[name, schemeOf(one)]]
      }),
    )
  }

  #isTalk({ socket, answers }: Operation): boolean {
    return socket !== undefined || answers.some(({ body }) => body?.kind === 'eventsOf')
  }
}

function messagesOf(schemas: readonly Schema[]): Readonly<Record<string, object>> {
  const messages: Record<string, object> = {}
  for (const schema of schemas) {
    const { $ref } = schema
    const name = typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : 'message'
    let free = name
    for (let n = 2; free in messages; n++) free = `${name}${n}`
    const isBytes = schema['format'] === 'binary'
    messages[free] = {
      name: free,
      ...(isBytes && { contentType: 'application/octet-stream' }),
      payload: toDraft07(schema),
    }
  }
  return messages
}

function objectOf(parameters: readonly Parameter[]): Schema | undefined {
  if (parameters.length === 0) return undefined
  const properties = parameters.map(({ name, schema = {}, description }) => {
    return [name, toDraft07({ ...schema, ...(description !== undefined && { description }) })]
  })
  const required = parameters.filter((one) => one.required).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  }
}

/** A parameter of an address is any text. */
function parametersIn(names: readonly string[]): Readonly<Record<string, object>> | undefined {
  return nonEmpty(Object.fromEntries(names.map((name) => [name, {}])))
}

function infoOf({ title, version, summary, description, ...more }: Info): object {
  return compact({ title, version, description: description ?? summary, ...more })
}

function serversOf(servers: readonly Server[]): Readonly<Record<string, object>> {
  const entries = servers.flatMap(({ url, description }, i) => {
    if (!URL.canParse(url)) return []
    const { protocol, host, pathname } = new URL(url)
    const one = compact({
      host,
      protocol: protocol.slice(0, -1).replace('http', 'ws'),
      pathname: pathname === '/' ? undefined : pathname,
      description,
    })
    return [[servers.length === 1 ? 'server' : `server${i + 1}`, one]]
  })
  return Object.fromEntries(entries)
}

function schemeOf(scheme: SecurityScheme): object {
  switch (scheme.type) {
    case 'http':
      return scheme
    case 'apiKey':
      return { type: 'httpApiKey', name: scheme.name, in: scheme.in }
    case 'openIdConnect':
      return scheme
  }
}

function mapped<T>(object: Readonly<Record<string, T>>, change: (one: T) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(object).map(([key, one]) => [key, change(one)]))
}

function nonEmpty<T extends object>(object: T): T | undefined {
  return Object.keys(object).length === 0 ? undefined : object
}
