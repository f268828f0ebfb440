/** What a client reads off a connection of HTTP/2, as far as a judge needs it. */
export interface Http2Answer {
  readonly status: number
  readonly body: string
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

/** The responses in a byte stream, by stream; of header blocks only the first field is read, which is the status. */
export function http2Answers(bytes: Buffer): Http2Answer[] {
  const answers = new Map<number, { status: number; body: string }>()
  for (let at = 0; at + 9 <= bytes.length; ) {
    const length = bytes.readUIntBE(at, 3)
    const type = bytes[at + 3]
    const stream = bytes.readUInt32BE(at + 5) & 0x7fffffff
    const payload = bytes.subarray(at + 9, at + 9 + length)
    if (type === 1 && !answers.has(stream)) answers.set(stream, { status: statusOf(payload), body: '' })
    const answer = answers.get(stream)
    if (type === 0 && answer !== undefined) answer.body += payload.toString('utf8')
    at += 9 + length
  }
  return [...answers.values()]
}

function statusOf(block: Buffer): number {
  const known = indexed.get(block[0] ?? 0)
  if (known !== undefined) return known
  const length = (block[1] ?? 0) & 0x7f
  const value = block.subarray(2, 2 + length)
  return Number(((block[1] ?? 0) & 0x80) === 0 ? value.toString('latin1') : huffmanDigits(value))
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
