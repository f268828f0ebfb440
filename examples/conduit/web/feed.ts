import type { ArticlesAnswer } from './api.js'
import { type Article, articleMeta, favoriteButton } from './article-meta.js'
import { button, el } from './dom.js'
import { errorList, messagesOf } from './errors.js'
import { navigate, type Place } from './router.js'

const size = 10

/** The part of a list that a page shows. */
export interface Part {
  readonly limit: number
  readonly offset: number
}

export interface Tab {
  readonly href: string
  readonly text: string
  readonly isActive: boolean
}

export function tabsOf(className: string, tabs: readonly Tab[]): HTMLElement {
  const items = tabs.map(({ href, text, isActive }) => {
    const current = isActive ? 'page' : undefined
    return el(
      'li',
      {},
      el('a', { class: `nav-link${isActive ? ' active' : ''}`, href, 'aria-current': current }, text),
    )
  })
  return el('div', { class: className }, el('ul', { class: 'nav' }, ...items))
}

/** Articles, and buttons for the other pages of them. @param empty shown in place of none */
export async function feedOf(
  { query }: Place,
  list: (part: Part) => Promise<ArticlesAnswer>,
  empty: Node | string,
): Promise<readonly Node[]> {
  const page = Math.max(1, Math.trunc(Number(query.get('page') ?? 1)) || 1)
  try {
    const { articles, articlesCount } = await list({ limit: size, offset: (page - 1) * size })
    if (articles.length === 0) return [el('div', { class: 'empty-feed-message' }, empty)]
    return [...articles.map(previewOf), ...pagination(page, Math.ceil(articlesCount / size))]
  } catch (error) {
    return [el('div', { class: 'empty-feed-message' }, errorList(messagesOf(error)))]
  }
}

function previewOf(article: Article): HTMLElement {
  const made = el('div', { class: 'article-preview' })
  const show = (shown: Article, ...problems: readonly Node[]): void => {
    const { slug, title, description, tagList } = shown
    const act = (changed: Promise<Article>): void => {
      changed.then(show, (error: unknown) => show(shown, errorList(messagesOf(error))))
    }
    const link = el(
      'a',
      { class: 'preview-link', href: `/article/${encodeURIComponent(slug)}` },
      el('h1', {}, title),
      el('p', {}, description),
      el('span', {}, 'Read more…'),
    )
    made.replaceChildren(
      articleMeta(shown, favoriteButton(shown, '', act)),
      ...problems,
      link,
      tagsOf(tagList),
    )
  }
  show(article)
  return made
}

export function tagsOf(tags: readonly string[]): HTMLElement {
  return el(
    'ul',
    { class: 'tag-list' },
    ...tags.map((tag) => el('li', { class: 'tag-default tag-pill' }, tag)),
  )
}

function pagination(page: number, count: number): readonly Node[] {
  if (count < 2) return []
  const items = Array.from({ length: count }, (_, i) => {
    const one = i + 1
    const made = button('page-link', `${one}`, () => navigate(pathOf(one)))
    made.setAttribute('aria-label', `Page ${one}`)
    if (one === page) made.setAttribute('aria-current', 'page')
    return el('li', { class: `page-item${one === page ? ' active' : ''}` }, made)
  })
  return [el('nav', { 'aria-label': 'Pages' }, el('ul', { class: 'pagination' }, ...items))]
}

function pathOf(page: number): string {
  const query = new URLSearchParams(location.search)
  query.set('page', `${page}`)
  return `${location.pathname}?${query}`
}
