import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'

/** A package, its manifest and its packed file. */
export interface LocalPackage {
  readonly manifest: { readonly name: string; readonly version: string }
  readonly tarball: string
}

/** Serves packages as if they were published, and sends clients to another registry for all others. */
export async function serveRegistry(
  packages: readonly LocalPackage[],
  upstream: string,
): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((req, res) => {
    const path = decodeURIComponent(req.url ?? '')
    const found = packages.find(
      ({ manifest }) => path === `/${manifest.name}` || path.startsWith(`/${manifest.name}/-/`),
    )
    if (found === undefined) {
      res.writeHead(302, { Location: new URL(req.url?.slice(1) ?? '', upstream).href }).end()
    } else if (path.endsWith('.tgz')) {
      res.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(readFileSync(found.tarball))
    } else {
      const text = JSON.stringify(packument(found, `http://localhost:${port}`))
      res.writeHead(200, { 'Content-Type': 'application/json' }).end(text)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}/`, server }
}

function packument({ manifest, tarball }: LocalPackage, origin: string): object {
  const { name, version } = manifest
  const bytes = readFileSync(tarball)
  const hash = (algorithm: string): Buffer => createHash(algorithm).update(bytes).digest()
  const dist = {
    tarball: `${origin}/${name}/-/${basename(tarball)}`,
    shasum: hash('sha1').toString('hex'),
    integrity: `sha512-${hash('sha512').toString('base64')}`,
  }
  // Old enough for managers that wait before they install what is new.
  const time = {
    created: '2026-01-01T00:00:00.000Z',
    modified: '2026-01-01T00:00:00.000Z',
    [version]: '2026-01-01T00:00:00.000Z',
  }
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } }, time }
}
