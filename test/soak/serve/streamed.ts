const pieces = 50

/** The body of a streamed answer, with its request's mark. */
export function* streamed(mark: string): Generator<Uint8Array> {
  for (let i = 0; i < pieces; i++) yield Buffer.from(`${mark} ${i}\n`.padEnd(2000, '.'))
}

export function streamedText(mark: string): string {
  return Buffer.concat([...streamed(mark)]).toString()
}
