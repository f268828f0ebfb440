import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { serve, serveStatic } from 'h3'
import { filesFolder } from './files-folder.mjs'
import { app } from './h3-app.mjs'

const pathOf = (id) => join(filesFolder, id.replace('/files/', ''))

const fileSource = {
  getContents: (id) => readFile(pathOf(id)),
  getMeta: async (id) => {
    const stats = await stat(pathOf(id)).catch(() => undefined)
    return stats?.isFile() ? { size: stats.size, mtime: stats.mtimeMs, type: 'text/plain' } : undefined
  },
}

app.get('/files/**', (event) => serveStatic(event, fileSource))
serve(app, { port: Number(process.env.PORT), hostname: '127.0.0.1', silent: true })
