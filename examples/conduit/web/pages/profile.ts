import { getArticles, getProfile } from '../api.js'
import { followButton, type Profile, profilePath } from '../article-meta.js'
import { avatar, el } from '../dom.js'
import { errorList, messagesOf } from '../errors.js'
import { feedOf, tabsOf } from '../feed.js'
import type { Page, Place } from '../router.js'
import { api, currentUser } from '../session.js'

export async function profilePage(place: Place): Promise<Page> {
  const { username = '', tab } = place.params
  const [{ profile }, articles] = await Promise.all([
    getProfile(api, { username }),
    feedOf(
      place,
      (part) =>
        getArticles(api, {
          ...part,
          ...(tab === undefined ? { author: username } : { favorited: username }),
        }),
      'No articles are here… yet.',
    ),
  ])
  const path = profilePath(username)
  const tabs = [
    { href: path, text: 'My Articles', isActive: tab === undefined },
    { href: `${path}/favorites`, text: 'Favorited Articles', isActive: tab !== undefined },
  ]
  const content = el(
    'div',
    { class: 'profile-page' },
    userInfo(profile),
    el('div', { class: 'container' }, tabsOf('articles-toggle', tabs), ...articles),
  )
  return { title: username, content }
}

function userInfo(profile: Profile): HTMLElement {
  const made = el('div', { class: 'user-info' })
  const show = (shown: Profile, ...problems: readonly Node[]): void => {
    const { username, bio, image } = shown
    const act = (changed: Promise<Profile>): void => {
      changed.then(show, (error: unknown) => show(shown, errorList(messagesOf(error))))
    }
    const isOwn = currentUser()?.username === username
    const action = isOwn ? el('a', { href: '/settings' }, 'Edit Profile Settings') : followButton(shown, act)
    made.replaceChildren(
      avatar(image, 'user-img'),
      el('h4', {}, username),
      el('p', {}, bio ?? ''),
      action,
      ...problems,
    )
  }
  show(profile)
  return made
}
