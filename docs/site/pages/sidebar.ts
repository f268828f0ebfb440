import { posix } from 'node:path'
import { linksOf } from './markdown.ts'
import type { Page } from './read-pages.ts'

export interface SidebarItem {
  readonly page: Page
  /** Pages that its lists name, which no list of docs/README.md does. */
  readonly below: readonly Page[]
}

export interface SidebarGroup {
  readonly title: string
  readonly items: readonly SidebarItem[]
}

/**
 * The pages in the order of docs/README.md. A page stands in the group whose list names it, else in the first one that
 * links to it; one of a folder stands below the index of the folder, and any other below the first page that links to it.
 *
 * @throws Error if no page leads to another one
 */
export function sidebarOf(pages: readonly Page[]): readonly SidebarGroup[] {
  const all = new Map(pages.map((page) => [page.path, page]))
  const index = pageAt(all, 'docs.md')
  const sections = sectionsOf(index.text)
  const groupOf = new Map<Page, string>()
  const isOpen = (page: Page): boolean => !['docs.md', 'index.md'].includes(page.path) && !groupOf.has(page)
  for (const textOf of [listsOf, (text: string) => text])
    for (const { title, text } of sections)
      for (const page of linked(textOf(text), index, all))
        if (isOpen(page) && folderIndex(page, all) === undefined) groupOf.set(page, title)
  const ordered = [...new Set(sections.flatMap(({ text }) => linked(text, index, all)))]
  const rest = new Set(pages.filter(isOpen))
  const itemOf = (page: Page): SidebarItem => {
    const below = [...new Set(linked(page.text, page, all))].filter((one) => {
      return rest.has(one) && [undefined, page].includes(folderIndex(one, all))
    })
    for (const one of below) rest.delete(one)
    return { page, below }
  }
  const groups = [...new Set(sections.map(({ title }) => title))].map((title) => ({
    title,
    items: ordered.filter((page) => groupOf.get(page) === title).map(itemOf),
  }))
  if (rest.size > 0)
    throw new Error(`docs/README.md leads to no ${[...rest].map(({ source }) => source).join(', ')}`)
  return groups.filter(({ items }) => items.length > 0)
}

/** The index of the folder of a page, unless that is the root or the page itself. */
function folderIndex({ path }: Page, all: ReadonlyMap<string, Page>): Page | undefined {
  const index = `${posix.dirname(path)}/index.md`
  return index === './index.md' || index === path ? undefined : all.get(index)
}

function sectionsOf(text: string): readonly { readonly title: string; readonly text: string }[] {
  const [intro = '', ...parts] = text.split(/^##+ /m)
  const sections = parts.map((part) => {
    const [title = '', ...lines] = part.split('\n')
    return { title, text: lines.join('\n') }
  })
  return [{ title: 'Start', text: intro }, ...sections]
}

function listsOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => /^\s*(?:[-*]|\d+\.) /.test(line))
    .join('\n')
}

function linked(text: string, from: Page, all: ReadonlyMap<string, Page>): readonly Page[] {
  return linksOf(text).flatMap(({ target }) => {
    const [file = ''] = target.split('#')
    return all.get(posix.join(posix.dirname(from.path), file)) ?? []
  })
}

function pageAt(all: ReadonlyMap<string, Page>, path: string): Page {
  const page = all.get(path)
  if (page === undefined) throw new Error(`there is no page ${path}`)
  return page
}
