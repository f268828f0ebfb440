import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileOf } from '../check/links.ts'
import { siteFolder, siteUrl } from '../places.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

/** Serves the built site as GitHub Pages does: below its path, and `tags.html` for `tags`. */
export async function serveSite(): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = pathname.startsWith(siteUrl.pathname)
      ? fileOf(decodeURIComponent(pathname.slice(siteUrl.pathname.length)))
      : undefined
    if (path === undefined) return response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'application/octet-stream' })
    return response.end(readFileSync(join(siteFolder, path)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { server, url: `http://127.0.0.1:${port}${siteUrl.pathname}` }
}
