import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pagesFolder, siteUrl } from '../places.ts'
import { plainText } from './markdown.ts'
import type { Page } from './read-pages.ts'
import type { SidebarGroup } from './sidebar.ts'

/** Writes what VitePress reads, and beside it the Markdown of each page, `llms.txt` and `llms-full.txt`. */
export function writePages(pages: readonly Page[], groups: readonly SidebarGroup[]): void {
  rmSync(pagesFolder, { recursive: true, force: true })
  for (const page of pages) {
    write(
      page.path,
      page.path === 'index.md' ? landing(page) : page.path === 'docs.md' ? unsearched(page) : page.text,
    )
    write(`public/${page.path}`, page.text)
  }
  write('playground.md', playground)
  write('public/llms.txt', llmsText(pages, groups))
  write(
    'public/llms-full.txt',
    pages.map((page) => `<!-- ${urlOf(page)} -->\n\n${page.text.trim()}\n`).join('\n'),
  )
  write('public/icon.svg', icon)
  // Without it GitHub Pages would drop files whose names begin with an underscore.
  write('public/.nojekyll', '')
}

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3451b2"/>' +
  '<path d="M21 11a7 7 0 1 0 0 10" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round"/></svg>\n'

/** The page is a component of the theme. */
const playground = `---\n${JSON.stringify({
  layout: 'page',
  sidebar: false,
  title: 'Playground',
  description: 'Write an interface, see its binder, and send it a request, in the browser alone.',
  search: false,
})}\n---\n\n<Playground />\n`

/** The first page: what README.md says, below a head with what it says first. */
function landing({ text, title, summary }: Page): string {
  const rest = text.slice(text.indexOf('\n', text.indexOf(`# ${title}`)))
  const [, body = ''] = /^\s*[\s\S]*?\n\n([\s\S]*)$/.exec(rest.trimStart()) ?? []
  const head = {
    layout: 'home',
    search: false,
    title: `${title}: typed requests from TypeScript interfaces`,
    titleTemplate: false,
    hero: {
      name: title,
      tagline: summary,
      actions: [
        { theme: 'brand', text: 'Tutorial', link: '/tutorial' },
        { theme: 'alt', text: 'Playground', link: '/playground' },
        { theme: 'alt', text: 'All pages', link: '/docs' },
      ],
    },
  }
  return `---\n${JSON.stringify(head)}\n---\n\n${body}`
}

/** Lists of pages would stand above the pages in the results of a search. */
function unsearched({ text }: Page): string {
  return `---\nsearch: false\n---\n\n${text}`
}

/** The form of https://llmstxt.org. */
function llmsText(pages: readonly Page[], groups: readonly SidebarGroup[]): string {
  const [first] = pages
  const lines = groups.flatMap(({ title, items }) => [
    `\n## ${title}\n`,
    ...items.flatMap(({ page, below }) => [page, ...below].map(lineOf)),
  ])
  return `# ${first?.title}\n\n> ${first?.summary}\n\nAll pages as one file: ${new URL('llms-full.txt', siteUrl)}\n${lines.join('\n')}\n`
}

function lineOf(page: Page): string {
  const [sentence = ''] = plainText(page.summary).split(/(?<=[.:]) (?=[A-Z])/)
  return `- [${page.title}](${urlOf(page)}): ${sentence}`
}

/** The Markdown of a page. */
function urlOf(page: Page): URL {
  return new URL(page.path, siteUrl)
}

function write(path: string, text: string): void {
  const place = join(pagesFolder, path)
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, text)
}
