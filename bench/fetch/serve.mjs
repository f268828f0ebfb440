/** Serves with the server of Bun or Deno; for workerd returns the default export of a worker. */
export function serve(fetch) {
  const port = Number(process.env.PORT)
  const hostname = '127.0.0.1'
  if ('Bun' in globalThis) Bun.serve({ port, hostname, fetch })
  else if ('Deno' in globalThis) Deno.serve({ port, hostname, onListen() {} }, fetch)
  else return { fetch: (request) => fetch(request) }
}
