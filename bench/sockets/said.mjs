/** The servers of the bench: `GET /publish?n=` sends so many messages to each open socket, `GET /collect` frees memory and answers with the used bytes. */
export const port = Number(process.env.PORT)

export function said({ id, text, tags }) {
  return { type: 'said', id, by: 'ann', text, tags }
}

/** The message that everybody gets. */
export function news(id) {
  return { type: 'said', id, by: 'ann', text: 'a message of some forty characters to all', tags: ['news'] }
}

/** Publishes, a turn of the event loop for each message. */
export async function publish(count, send) {
  for (let id = 0; id < count; id++) {
    await send(news(id))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** The routes besides the socket: the body of the answer. */
export async function answerTo(url, send) {
  const { pathname, searchParams } = new URL(url, 'http://a')
  if (pathname === '/publish') await publish(Number(searchParams.get('n')), send)
  return pathname === '/collect' ? String(collect()) : 'ok'
}

function collect() {
  if (globalThis.Bun === undefined) globalThis.gc()
  else globalThis.Bun.gc(true)
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
