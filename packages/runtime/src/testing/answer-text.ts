import { bodyNow } from '../adapter/frameworks/body-now.ts'

const longest = 2 ** 30

/** The text of an answer, which stays unread, without its Content-Encoding. */
export async function answerText(answer: Response): Promise<string> {
  const copy = answer.clone()
  const coding = answer.headers.get('Content-Encoding')
  if (coding === null) return copy.text()
  const bytes = bodyNow(new Uint8Array(await copy.arrayBuffer()), ['content-encoding', coding], longest)
  if (bytes instanceof Error) throw bytes
  return new TextDecoder().decode(bytes)
}
