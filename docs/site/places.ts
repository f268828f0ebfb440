import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const here = fileURLToPath(new URL('.', import.meta.url))
export const repository = join(here, '../..')

/** Everything that is built. Git and the tests of documentation ignore folders of this name. */
const dist = join(here, 'dist')
/** The Markdown that VitePress reads. */
export const pagesFolder = join(dist, 'pages')
export const siteFolder = join(dist, 'site')
export const cacheFolder = join(dist, 'cache')

/** Where the site will be. Its path is the prefix of every link. */
export const siteUrl = new URL(
  `${(process.env['SITE_URL'] ?? 'https://ctxgen.github.io/ctxgen').replace(/\/*$/, '')}/`,
)

export const repositoryUrl = 'https://github.com/ctxgen/ctxgen'
