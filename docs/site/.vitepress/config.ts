import { type DefaultTheme, defineConfig, type MarkdownOptions } from 'vitepress'
import { secured } from '../check/content-policy.ts'
import { anchorOf } from '../pages/markdown.ts'
import { type Page, readPages } from '../pages/read-pages.ts'
import { sidebarOf } from '../pages/sidebar.ts'
import { cacheFolder, pagesFolder, repositoryUrl, siteFolder, siteUrl } from '../places.ts'
import { searchOptions } from '../search.ts'
import { accessibleSearch } from './accessible-search.ts'

const pages = readPages()
const byPath = new Map(pages.map((page) => [page.path, page]))

export default defineConfig({
  title: 'ctxgen',
  base: siteUrl.pathname,
  lang: 'en',
  srcDir: pagesFolder,
  srcExclude: ['public/**'],
  outDir: siteFolder,
  cacheDir: cacheFolder,
  cleanUrls: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${siteUrl.pathname}icon.svg` }]],
  vite: { plugins: [accessibleSearch()] },
  markdown: {
    // The usual ones have less contrast than WCAG asks for.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: anchorOf },
    languageAlias: { console: 'shellsession' },
    config: plainResults,
  },
  themeConfig: {
    nav: [
      { text: 'Docs', link: '/docs' },
      { text: 'Tutorial', link: '/tutorial' },
      { text: 'Playground', link: '/playground' },
      { text: 'GitHub', link: repositoryUrl },
    ],
    sidebar: sidebarOf(pages).map(({ title, items }) => ({
      text: title,
      items: items.map(({ page, below }) => ({
        ...itemOf(page),
        ...(below.length === 0 ? {} : { collapsed: true, items: below.map(itemOf) }),
      })),
    })),
    outline: [2, 3],
    search: { provider: 'local', options: { miniSearch: { searchOptions } } },
    editLink: { pattern: `${repositoryUrl}/edit/main/:path` },
    externalLinkIcon: false,
  },
  transformPageData: ({ relativePath }) => {
    const page = byPath.get(relativePath)
    return page && { description: page.summary, filePath: page.source }
  },
  transformHtml: secured,
})

function itemOf({ title, path }: Page): DefaultTheme.SidebarItem {
  return { text: title, link: `/${path.replace(/(?:index)?\.md$/, '')}` }
}

/** Blocks of requests and their results are in no language that the highlighter knows. */
function plainResults(md: Parameters<NonNullable<MarkdownOptions['config']>>[0]): void {
  md.core.ruler.push('plain-results', ({ tokens }) => {
    for (const token of tokens)
      if (/^(?:answer|checked|exchange|results|upload)\b/.test(token.info)) token.info = 'txt'
  })
}
