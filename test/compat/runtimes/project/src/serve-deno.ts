import { app } from './app.ts'

interface ServeOptions {
  readonly port: number
  readonly hostname: string
  onListen(address: { readonly port: number }): void
}

declare const Deno: {
  serve(options: ServeOptions, handler: (request: Request) => Promise<Response>): unknown
}

const onListen: ServeOptions['onListen'] = ({ port }) => console.log(`http://127.0.0.1:${port}`)
Deno.serve({ port: 0, hostname: '127.0.0.1', onListen }, app.fetch)
