import { Readable } from 'node:stream'

export interface StreamSpec {
  readonly chunks: readonly string[]
  readonly kind: string
  readonly fail?: string
  readonly repeat?: readonly [unit: string, count: number]
}

/** A readable of these chunks, which errors after the last one if `fail` is given. */
export function makeStream(spec: StreamSpec): unknown {
  const iterator = chunksOf(spec)
  if (spec.kind === 'iterable') return iterator
  if (spec.kind === 'node') return Readable.from(iterator, { objectMode: false })
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next()
      if (next.done === true) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      await iterator.return(undefined)
    },
  })
}

async function* chunksOf(spec: StreamSpec): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder()
  for (const chunk of spec.chunks) yield encoder.encode(chunk)
  if (spec.repeat !== undefined) {
    const [unit, count] = spec.repeat
    for (let i = 0; i < count; i += 1) yield encoder.encode(unit)
  }
  if (spec.fail !== undefined) throw new Error(spec.fail)
  return undefined
}
