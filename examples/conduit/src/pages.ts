import { fileURLToPath } from 'node:url'
import { serveStatic } from '@ctxgen/middleware/static'
import type { App } from '@ctxgen/runtime'

// Beside `src` and `dist`, from where this runs.
const root = fileURLToPath(new URL('../dist/web', import.meta.url))

const paths = [
  '/',
  '/tag/:tag',
  '/login',
  '/register',
  '/settings',
  '/editor/:slug?',
  '/article/:slug',
  '/profile/:username/:tab<regex(favorites)>?',
]

/** Serves the front end: one page, whose script shows what the path names. */
export function pages(app: App): void {
  /** @hidden */
  app.get('/assets/*', serveStatic(root))
  for (const path of paths) {
    /** @hidden */
    app.get(path, (c) => c.sendFile('index.html', { root }))
  }
}
