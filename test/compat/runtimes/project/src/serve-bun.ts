import { app } from './app.ts'

declare const Bun: {
  serve(options: {
    readonly port: number
    readonly hostname: string
    fetch(request: Request): Promise<Response>
  }): { readonly url: URL }
}

const { url } = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.fetch })
console.log(url.origin)
