import {
  type ArticleAnswer,
  type ArticlesAnswer,
  favorite,
  follow,
  type ProfileAnswer,
  unfavorite,
  unfollow,
} from './api.js'
import { avatar, button, el } from './dom.js'
import { navigate } from './router.js'
import { api, currentUser } from './session.js'

export type Article = ArticleAnswer['article'] | ArticlesAnswer['articles'][number]
export type Profile = ProfileAnswer['profile']

/** Author and date, with what can be done. */
export function articleMeta({ author, createdAt }: Article, ...actions: readonly Node[]): HTMLElement {
  const href = profilePath(author.username)
  const info = el(
    'div',
    { class: 'info' },
    el('a', { class: 'author', href }, author.username),
    el('time', { class: 'date', datetime: createdAt.toISOString() }, createdAt.toLocaleDateString()),
  )
  const picture = el('a', { href, 'aria-label': author.username }, avatar(author.image))
  return el('div', { class: 'article-meta' }, picture, info, ...actions)
}

export function profilePath(username: string): string {
  return `/profile/${encodeURIComponent(username)}`
}

/** @param text `''` for the number alone */
export function favoriteButton(
  article: Article,
  text: string,
  act: (changed: Promise<Article>) => void,
): HTMLElement {
  const { slug, title, favorited, favoritesCount } = article
  const label =
    text === ''
      ? `♥ ${favoritesCount}`
      : `${favorited ? 'Unfavorite' : 'Favorite'} ${text} (${favoritesCount})`
  const made = button(favorited ? 'btn-primary' : 'btn-outline-primary', label, () => {
    if (currentUser() === undefined) return navigate('/login')
    return act((favorited ? unfavorite : favorite)(api, { slug }).then((answer) => answer.article))
  })
  made.setAttribute('aria-pressed', `${favorited}`)
  if (text === '') made.setAttribute('aria-label', `Favorite ${title}: ${favoritesCount}`)
  return made
}

export function followButton(
  { username, following }: Profile,
  act: (changed: Promise<Profile>) => void,
): HTMLElement {
  const label = `${following ? 'Unfollow' : 'Follow'} ${username}`
  return button('btn-outline-secondary', label, () => {
    if (currentUser() === undefined) return navigate('/login')
    return act((following ? unfollow : follow)(api, { username }).then((answer) => answer.profile))
  })
}
