/** A server-sent event as a client receives it. */
export interface ReceivedEvent {
  /** `message` without a name. */
  readonly event: string
  readonly data: string
  /** That of the last event that had one; `""` for none so far. */
  readonly id: string
}

/** The events of an answer, without comments. Leaving the loop closes the stream, as a client that leaves does. */
export async function* eventsOf({ body }: Response): AsyncGenerator<ReceivedEvent, void, undefined> {
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let [left, event, id] = ['', '', '']
  let data: string[] = []
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      left += next.value
      // A carriage return at the end may be half of a line's end.
      const lines = left.split(/\r\n|\n|\r(?!$)/)
      left = lines.pop() ?? ''
      for (const line of lines) {
        const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
        if (field === 'event') event = value
        else if (field === 'data') data.push(value)
        else if (field === 'id') id = value
        else if (line === '') {
          if (data.length > 0) yield { event: event || 'message', data: data.join('\n'), id }
          event = ''
          data = []
        }
      }
    }
  } finally {
    await reader.cancel()
  }
}
