/** The types of frames (RFC 9113 section 6). */
export const frameType = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const

export const endStream = 0x1
export const endHeaders = 0x4
export const acknowledged = 0x1

export interface Frame {
  readonly type: number
  readonly flags: number
  readonly stream: number
  readonly payload: Buffer
}

export type Fields = readonly (readonly [name: string, value: string])[]

export const preface: Buffer = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array | string = '',
): Buffer {
  const bytes = Buffer.from(payload)
  const head = Buffer.alloc(9)
  head.writeUIntBE(bytes.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, bytes])
}

/** A SETTINGS frame. @param values by the number of the setting */
export function settings(values: Readonly<Record<number, number>> = {}): Buffer {
  const entries = Object.entries(values).map(([name, value]) => {
    const entry = Buffer.alloc(6)
    entry.writeUInt16BE(Number(name))
    entry.writeUInt32BE(value, 2)
    return entry
  })
  return frame(frameType.settings, 0, 0, Buffer.concat(entries))
}

export function windowUpdate(stream: number, bytes: number): Buffer {
  return frame(frameType.windowUpdate, 0, stream, uint32(bytes))
}

export function reset(stream: number, code: number): Buffer {
  return frame(frameType.reset, 0, stream, uint32(code))
}

/** A header section in one frame. */
export function headers(stream: number, fields: Fields, flags: number = endHeaders): Buffer {
  return frame(frameType.headers, flags, stream, headerBlock(fields))
}

/** The plainest HPACK (RFC 7541 section 6.2.2): every name and value is literal. */
export function headerBlock(fields: Fields): Buffer {
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.of(0), hpackText(name), hpackText(value)]))
}

function hpackText(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  if (bytes.length < 127) return Buffer.concat([Buffer.of(bytes.length), bytes])
  const length = [127]
  let rest = bytes.length - 127
  for (; rest >= 128; rest >>= 7) length.push((rest & 127) | 128)
  return Buffer.concat([Buffer.of(...length, rest), bytes])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** The complete frames at the beginning of some bytes, and the remainder. */
export function readFrames(bytes: Buffer): { readonly frames: readonly Frame[]; readonly rest: Buffer } {
  const frames: Frame[] = []
  let at = 0
  while (at + 9 <= bytes.length && at + 9 + bytes.readUIntBE(at, 3) <= bytes.length) {
    const end = at + 9 + bytes.readUIntBE(at, 3)
    frames.push({
      type: bytes[at + 3] ?? 0,
      flags: bytes[at + 4] ?? 0,
      stream: bytes.readUInt32BE(at + 5) & 0x7fffffff,
      payload: bytes.subarray(at + 9, end),
    })
    at = end
  }
  return { frames, rest: bytes.subarray(at) }
}

// RFC 7541 appendix B, digits only.
const digits: ReadonlyMap<string, string> = new Map([
  ['00000', '0'],
  ['00001', '1'],
  ['00010', '2'],
  ['011001', '3'],
  ['011010', '4'],
  ['011011', '5'],
  ['011100', '6'],
  ['011101', '7'],
  ['011110', '8'],
  ['011111', '9'],
])
/** The statuses of HPACK's static table, by their indexed field. */
const indexed: ReadonlyMap<number, number> = new Map([
  [0x88, 200],
  [0x89, 204],
  [0x8a, 206],
  [0x8b, 304],
  [0x8c, 400],
  [0x8d, 404],
  [0x8e, 500],
])

/** The status of a response, which is the first field of its header section. */
export function statusOf(block: Buffer): number {
  // A table size update may precede it (RFC 7541 section 6.3).
  const at = block.findIndex((byte) => (byte & 0xe0) !== 0x20)
  const known = indexed.get(block[at] ?? 0)
  if (known !== undefined) return known
  const length = (block[at + 1] ?? 0) & 0x7f
  const value = block.subarray(at + 2, at + 2 + length)
  return Number(((block[at + 1] ?? 0) & 0x80) === 0 ? value.toString('latin1') : huffmanDigits(value))
}

function huffmanDigits(value: Buffer): string {
  let bits = [...value].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  let text = ''
  for (let found = true; found; ) {
    found = false
    for (const [code, digit] of digits) {
      if (!bits.startsWith(code) || text.length === 3) continue
      text += digit
      bits = bits.slice(code.length)
      found = true
      break
    }
  }
  return text
}
