// Overwrites an uploaded file while the disk fills up, then again with space left.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from '@ctxgen/runtime'

const folder = mkdtempSync(join(tmpdir(), 'ctxgen-full-'))
const path = join(folder, 'kept.txt')
writeFileSync(path, 'precious')
let left = Number.POSITIVE_INFINITY
await limitWrites()

const app = new App({ onError: () => {} })
app.post('/', async (c) => {
  await c.saveFile(c.formFile('f'), path)
  c.sendString('saved')
})

const openAtFirst = openFiles()
left = 1000
const full = await upload()
const kept = readFileSync(path, 'utf8')
const others = readdirSync(folder).length - 1
left = Number.POSITIVE_INFINITY
const recovered = await upload()
const report = {
  full,
  isKept: kept === 'precious',
  others,
  recovered,
  isSaved: readFileSync(path, 'utf8') === 'x'.repeat(100_000),
  descriptors: openFiles() - openAtFirst,
}
rmSync(folder, { recursive: true })
process.send(report, () => process.disconnect())

async function upload() {
  const body = new FormData()
  body.set('f', new Blob(['x'.repeat(100_000)]), 'f.txt')
  const response = await app.fetch(new Request('http://a/', { method: 'POST', body }))
  await response.arrayBuffer()
  return response.status
}

/** Every write method of a file handle, as on a disk with `left` free bytes. */
async function limitWrites() {
  const handle = await open(path)
  const proto = Object.getPrototypeOf(handle)
  await handle.close()
  const { write } = proto
  for (const name of ['write', 'writev', 'writeFile', 'appendFile']) {
    const original = proto[name]
    proto[name] = async function (data, ...rest) {
      const bytes = Buffer.concat([data].flat().map((part) => Buffer.from(part)))
      if (bytes.length <= left) return original.call(this, data, ...rest)
      await write.call(this, bytes.subarray(0, left))
      left = 0
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    }
  }
}

function openFiles() {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return 0
  }
}
