import type { Channel, ChannelDto, ChannelOptions, SubscribeOptions, Subscriber } from './channel.ts'
import { checkName } from './channel-name.ts'
import type { ChannelSet } from './channel-set.ts'

/** A channel of an app, whose code is loaded at its first use. */
export class AppChannel<T> implements Channel<T> {
  readonly name: string
  readonly #dto: ChannelDto<T>
  readonly #options: ChannelOptions<T>
  readonly #set: () => Promise<ChannelSet>

  /** @throws HttpError 400 for an invalid name, TypeError for what is no DTO of a channel, RangeError for a number out of range */
  constructor(set: () => Promise<ChannelSet>, dto: ChannelDto<T>, name: string, options: ChannelOptions<T>) {
    check(dto, name, options)
    this.name = name
    this.#dto = dto
    this.#options = options
    this.#set = set
  }

  async publish(message: T): Promise<string> {
    return (await this.#set()).publish(this.#parts, message)
  }

  async subscribe(to: Subscriber<T>, options: SubscribeOptions = {}): Promise<() => void> {
    return (await this.#set()).subscribe(this.#parts, to, options)
  }

  async members(): Promise<readonly string[]> {
    return (await this.#set()).members(this.#parts)
  }

  get #parts() {
    return { dto: this.#dto, name: this.name, options: this.#options }
  }
}

function check<T>(dto: ChannelDto<T>, name: string, options: ChannelOptions<T>): void {
  checkName(name, 'channel')
  if (typeof dto?.json !== 'function' || typeof dto.stringify !== 'function')
    throw new TypeError(`channel ${name}: its DTO needs the tags @json and @response`)
  if (options?.gap === undefined)
    throw new TypeError(
      `channel ${name}: \`gap\` is missing, the message for those who have missed some, or false`,
    )
  const { keep = 0, presenceTimeout = 1 } = options
  if (!Number.isInteger(keep) || keep < 0)
    throw new RangeError(`channel ${name}: keep is not a count: ${keep}`)
  if (!(presenceTimeout > 0 && presenceTimeout < 2 ** 31))
    throw new RangeError(`channel ${name}: presenceTimeout is not a time in milliseconds: ${presenceTimeout}`)
}
