// A server for one row of the table: `node serve.mjs <module of the DTOs> [<settings as JSON>]`. Prints its port.
const { App, cbor, modules, msgpack } = await import(process.argv[2])

const app = new App({ cbor: cbor(), msgPack: msgpack(), ...JSON.parse(process.argv[3] ?? '{}') })
app.post('/gc', (c) => {
  globalThis.gc?.()
  c.status(204)
})
app.post('/:module/:dto/:source', async (c) => {
  const dto = modules[c.params('module')][c.params('dto')]
  await c.bind()[c.params('source')](dto)
  c.status(204)
})
const { url } = await app.listen({ port: 0, host: '127.0.0.1' })
console.log(new URL(url).port)

// It ends with the process that started it, even after a crash.
process.stdin.on('end', () => process.exit()).resume()
