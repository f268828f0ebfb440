// `npm run site`: reads the pages, bundles the playground, builds the site into dist/site, and fails if a link leads nowhere.
import { build } from 'vitepress'
import { deadLinks } from './check/links.ts'
import { readPages } from './pages/read-pages.ts'
import { sidebarOf } from './pages/sidebar.ts'
import { writePages } from './pages/write-pages.ts'
import { here } from './places.ts'
import { buildWorkers } from './playground/build-workers.ts'

const pages = readPages()
writePages(pages, sidebarOf(pages))
await buildWorkers()
await build(here)
const dead = deadLinks()
if (dead.length > 0) {
  console.error(`Links that lead nowhere:\n${[...new Set(dead)].join('\n')}`)
  process.exitCode = 1
}
