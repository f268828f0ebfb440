/** Whether a handler that returned a value must have meant it as the answer. A `Ctx` is what setters return. */
export function isAnswer(value: unknown, c: object): boolean {
  return value !== undefined && value !== null && value !== false && value !== c
}

/** Says what to write in place of a value that was returned and not sent. */
export function unsentError(value: unknown): Error {
  const [what, call] = wordsFor(value)
  return new Error(`a handler returned ${what} and nothing was sent: write ${call}`)
}

function wordsFor(value: unknown): readonly [what: string, call: string] {
  if (typeof value === 'string') return ['a text', 'c.sendString(text)']
  if (value instanceof Uint8Array) return ['bytes', 'c.send(bytes)']
  if (Array.isArray(value)) return ['a list', 'c.json(list)']
  return [typeof value === 'object' ? 'an object' : `a ${typeof value}`, 'c.json(value)']
}
