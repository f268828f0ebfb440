/** A value as JSON that keeps dates, bigints, bytes, files and numbers that JSON lacks, for the way to a page and back. */
export type Packed = readonly [kind: string, content?: unknown]

export async function pack(value: unknown): Promise<Packed> {
  if (value === undefined) return ['undefined']
  if (typeof value === 'bigint' || typeof value === 'number') return [typeof value, `${value}`]
  if (typeof value !== 'object' || value === null) return ['plain', value]
  if (value instanceof Date) return ['date', value.getTime()]
  if (value instanceof Uint8Array) return ['bytes', [...value]]
  if (value instanceof File) {
    const content = [...new Uint8Array(await value.arrayBuffer())]
    return ['file', [content, value.name, value.type]]
  }
  if (Array.isArray(value)) return ['list', await Promise.all(value.map(pack))]
  const entries = Object.entries(value).map(async ([key, one]) => [key, await pack(one)] as const)
  return ['object', await Promise.all(entries)]
}

const kinds: Readonly<Record<string, (content: never) => unknown>> = {
  undefined: () => undefined,
  bigint: (text: string) => BigInt(text),
  number: (text: string) => Number(text),
  plain: (content: unknown) => content,
  date: (time: number) => new Date(time),
  bytes: (content: readonly number[]) => Uint8Array.from(content),
  file: ([content, name, type]: readonly [number[], string, string]) =>
    new File([Uint8Array.from(content)], name, { type }),
  list: (all: readonly Packed[]) => all.map(unpack),
  object: (entries: readonly (readonly [string, Packed])[]) =>
    Object.fromEntries(entries.map(([key, one]) => [key, unpack(one)])),
}

export function unpack([kind, content]: Packed): unknown {
  const make = kinds[kind]
  if (make === undefined) throw new Error(`nothing is packed as ${kind}`)
  return make(content as never)
}
