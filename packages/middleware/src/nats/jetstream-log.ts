import type { LoggedMessage } from '@ctxgen/runtime'

/** The used part of a message of NATS. */
interface NatsMessage {
  readonly headers?: { readonly code: number; get(name: string): string } | undefined
  string(): string
}

/** The used part of a connection of `@nats-io/transport-node`, its siblings, or `nats`. */
export interface NatsConnection {
  request(subject: string, payload: string, options: { readonly timeout: number }): Promise<NatsMessage>
  publish(subject: string, payload: string): void
  subscribe(
    subject: string,
    options: { readonly callback: (error: Error | null, message: NatsMessage) => void },
  ): { unsubscribe(): void }
  flush(): Promise<void>
  status(): AsyncIterable<{ readonly type: string }>
}

interface LogOptions {
  readonly stream: string
  readonly keep: number
  /** Milliseconds. */
  readonly maxAge: number
}

/** An answer of JetStream's API. */
interface Answer {
  readonly error?: { readonly code: number; readonly description: string }
  readonly created?: string
  readonly config?: { readonly allow_direct?: boolean; readonly republish?: object }
  readonly seq?: number
}

const timeout = 5000

/** The log of all topics in one stream of JetStream, by its API of requests and answers: its client is a package of its own. */
export class JetStreamLog {
  readonly #connection: NatsConnection
  readonly #options: LogOptions
  /** Tells a stream from a later one with the same name. */
  #epoch = ''
  #opening: Promise<void> | undefined

  constructor(connection: NatsConnection, options: LogOptions) {
    this.#connection = connection
    this.#options = options
  }

  /** Finds the stream, or makes it. */
  open(): Promise<void> {
    if (this.#opening !== undefined) return this.#opening
    const opening = this.#open()
    this.#opening = opening
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = undefined
    })
    return opening
  }

  /** The stream may be another one now. */
  forget(): void {
    this.#opening = undefined
  }

  /** @returns its id */
  async add(topic: string, text: string): Promise<string> {
    await this.open()
    try {
      const added = checked(JSON.parse((await this.#request(this.#subject(topic), text)).string()))
      return this.#idOf(added.seq)
    } catch (error) {
      this.forget()
      throw error
    }
  }

  /** The newest message of a topic; a log without one begins with a mark. */
  async last(topic: string): Promise<string> {
    await this.open()
    const found = await this.#get({ last_by_subj: this.#subject(topic) })
    return found === undefined ? this.add(topic, '') : this.#idOf(found.seq)
  }

  async read(topic: string, since: string, limit: number): Promise<readonly LoggedMessage[] | undefined> {
    await this.open()
    const [, epoch, place] = /^(\w{1,20})-(\d{1,15})$/.exec(since) ?? []
    if (epoch === undefined || epoch !== this.#epoch) return undefined
    const next_by_subj = this.#subject(topic)
    let seq = Number(place)
    // The oldest go first: while this one is there, all later ones are.
    const own = await this.#get({ seq, next_by_subj })
    if (own?.seq !== seq) {
      this.forget()
      return undefined
    }
    const messages: LoggedMessage[] = []
    while (messages.length < limit) {
      const found = await this.#get({ seq: seq + 1, next_by_subj })
      if (found === undefined) break
      messages.push({ id: this.#idOf(found.seq), previous: this.#idOf(seq), text: found.text })
      seq = found.seq
    }
    return messages
  }

  /** A message that the stream has stored and published again; `undefined` for any other. */
  republished({ headers }: NatsMessage, text: string): LoggedMessage | undefined {
    const [seq, before] = ['Nats-Sequence', 'Nats-Last-Sequence'].map((name) => headers?.get(name))
    if (!seq || !before) return undefined
    return { id: this.#idOf(seq), previous: this.#idOf(before), text }
  }

  #idOf(seq: number | string | undefined): string {
    return `${this.#epoch}-${seq}`
  }

  async #open(): Promise<void> {
    const { stream } = this.#options
    const info = await this.#answer(`STREAM.INFO.${stream}`)
    const known = info.error?.code === 404 ? await this.#make() : checked(info)
    const { allow_direct, republish } = known.config ?? {}
    if (allow_direct !== true || republish === undefined)
      throw new Error(
        `the stream ${stream} has no allow_direct and republish: delete it, or name another one`,
      )
    this.#epoch = Date.parse(known.created ?? '').toString(36)
  }

  async #make(): Promise<Answer> {
    const { stream, keep, maxAge } = this.#options
    const config = {
      name: stream,
      subjects: [`${stream}.log.*`],
      retention: 'limits',
      storage: 'file',
      discard: 'old',
      max_msgs_per_subject: keep,
      max_age: maxAge * 1_000_000,
      allow_direct: true,
      republish: { src: `${stream}.log.*`, dest: `${stream}.live.{{wildcard(1)}}` },
    }
    const made = await this.#answer(`STREAM.CREATE.${stream}`, JSON.stringify(config))
    // Another process was faster.
    return made.error === undefined ? made : checked(await this.#answer(`STREAM.INFO.${stream}`))
  }

  async #get(what: object): Promise<{ readonly seq: number; readonly text: string } | undefined> {
    const message = await this.#request(`$JS.API.DIRECT.GET.${this.#options.stream}`, JSON.stringify(what))
    const { headers } = message
    if (headers?.code === 404) return undefined
    const seq = Number(headers?.get('Nats-Sequence') || Number.NaN)
    if (!Number.isSafeInteger(seq)) throw new Error(`JetStream answers ${headers?.code ?? 'nothing'}`)
    return { seq, text: message.string() }
  }

  async #answer(call: string, payload: string = ''): Promise<Answer> {
    const answer = await this.#request(`$JS.API.${call}`, payload)
    return JSON.parse(answer.string())
  }

  #request(subject: string, payload: string): Promise<NatsMessage> {
    return this.#connection.request(subject, payload, { timeout })
  }

  #subject(topic: string): string {
    return subjectOf(this.#options.stream, 'log', topic)
  }
}

/** A topic is one token of a subject. */
export function subjectOf(stream: string, kind: string, topic: string): string {
  const token = encodeURIComponent(topic).replaceAll('.', '%2E').replaceAll('*', '%2A')
  return `${stream}.${kind}.${token}`
}

/** @throws Error with the description of the server */
function checked(answer: Answer): Answer {
  if (answer.error !== undefined) throw new Error(`JetStream: ${answer.error.description}`)
  return answer
}
