import type { Sends } from '../../bind/dto/dto.ts'
import type { Bindable } from '../../bind/reading/bind-input.ts'

/** A DTO with `@json` and `@response`: messages are sent, and those of a broker are read and checked. */
export interface ChannelDto<T> extends Sends<T> {
  readonly name: string
  readonly json: (c: Bindable) => T | Promise<T>
}

export interface ChannelOptions<T> {
  /** Is sent to a subscriber that has missed messages, so that it reads the state again; `false` for nothing. */
  readonly gap: T | false
  /** The newest messages that are kept for those who come back. 0 for none: then messages have no ids. Default: 1000. */
  readonly keep?: number
  /** Puts the id of a message into it, for clients of WebSockets, which get no ids otherwise. */
  readonly stamp?: (message: T, id: string) => T
  /** Makes the message that tells subscribers who is there: at their beginning, and after each change. */
  readonly presence?: (members: readonly string[]) => T
  /** Milliseconds after which the members of a process that has died are gone. Default: 15,000. */
  readonly presenceTimeout?: number
}

export interface SubscribeOptions {
  /** The id of the last message that the subscriber has, unchecked text of a client. Default: `since` of a stream of events. */
  readonly since?: string | undefined
  /**
   * A name, which is among `members()` as long as the subscription lasts. One that is empty, over 256 characters or with
   * a control character rejects with an HttpError 400.
   */
  readonly as?: string
}

/** A WebSocket or a stream of events that sends messages of a channel; or a function. */
export type Subscriber<T> = Sending<T> | ((message: T, id: string | undefined) => unknown)

/** Matches those that send every `T`: a property, because TypeScript compares parameters of methods in both ways. */
interface Sending<T> {
  readonly send: (message: T) => unknown
  readonly signal: AbortSignal
}

/** A topic of messages, in all processes that share a broker. */
export interface Channel<T> {
  readonly name: string
  /**
   * Sends a message to every subscriber of every process, in one order for all. Resolves with its id when the broker has
   * it; rejects with the error of the broker, a TypeError for a value that cannot be sent, and as its binder does for a message
   * that breaks a rule.
   */
  publish(message: T): Promise<string>
  /**
   * Sends each message from now on to a subscriber until it ends: first what it has missed since `since`, or
   * `gap` when that is no longer known. @returns a function that ends the subscription
   */
  subscribe(to: Subscriber<T>, options?: SubscribeOptions): Promise<() => void>
  /** The names of those who are there, sorted, of all processes. A process that has no subscriber asks the others for them. */
  members(): Promise<readonly string[]>
}
