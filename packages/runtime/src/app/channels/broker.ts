/** A message in the log of a topic. */
export interface LoggedMessage {
  /** Given by the broker; `""` for a message that is not logged. */
  readonly id: string
  /** The id of the message before it in the log, by which a reader notices that it has missed some. */
  readonly previous: string
  /** `""` for the beginning of a log, which is no message. */
  readonly text: string
}

/** Hears the messages of a topic. */
export interface BrokerListener {
  message(message: LoggedMessage): void
  /** The connection was interrupted: messages may be missing. */
  interrupted(): void
}

/** The subscription of a process to a topic. */
export interface BrokerSubscription {
  /** The id of the newest message at its beginning. */
  readonly last: string
  close(): void
}

/**
 * Takes the messages of channels from process to process: `redisChannels` and `natsChannels` of `@ctxgen/middleware`, or an
 * adapter of three methods. A topic has one order of messages for all processes.
 */
export interface ChannelBroker {
  /** Passes a text to each process that has subscribed. @param keep messages that the log keeps; 0 for no log. @returns its id */
  publish(topic: string, text: string, keep: number): Promise<string>
  /** Resolves when each further message reaches the listener. Begins the log of a topic without one, unless `keep` is 0. */
  subscribe(topic: string, keep: number, listener: BrokerListener): Promise<BrokerSubscription>
  /**
   * The messages behind an id, oldest first, no more than `limit`; `undefined` when the log does not know whether some are
   * missing. @param since unchecked text of a client
   */
  read(topic: string, since: string, limit: number): Promise<readonly LoggedMessage[] | undefined>
  /** Closes what the broker has opened by itself. */
  close?(): Promise<void>
}
