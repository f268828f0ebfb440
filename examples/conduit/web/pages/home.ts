import { getArticles, getFeed, getTags } from '../api.js'
import { el } from '../dom.js'
import { feedOf, tabsOf } from '../feed.js'
import { type Page, type Place, redirect } from '../router.js'
import { api, currentUser } from '../session.js'

export async function home(place: Place): Promise<Page> {
  const { tag } = place.params
  const isFollowing = tag === undefined && place.query.get('feed') === 'following'
  const isKnown = currentUser() !== undefined
  if (isFollowing && !isKnown) void redirect('/login')
  const tabs = [
    ...(isKnown ? [{ href: '/?feed=following', text: 'Your Feed', isActive: isFollowing }] : []),
    { href: '/', text: 'Global Feed', isActive: !isFollowing && tag === undefined },
    ...(tag === undefined ? [] : [{ href: tagPath(tag), text: `# ${tag}`, isActive: true }]),
  ]
  const [articles, tags] = await Promise.all([
    isFollowing
      ? feedOf(
          place,
          (part) => getFeed(api, part),
          el(
            'p',
            {},
            'Your feed is empty. Follow authors of the ',
            el('a', { href: '/' }, 'Global Feed'),
            '.',
          ),
        )
      : feedOf(place, (part) => getArticles(api, { ...part, tag }), 'No articles are here… yet.'),
    getTags(api).then(
      (answer) => answer.tags,
      () => [],
    ),
  ])
  const links = tags.map((one) => el('a', { class: 'tag-pill tag-default', href: tagPath(one) }, one))
  const content = el(
    'div',
    { class: 'home-page' },
    el('div', { class: 'banner' }, el('h1', {}, 'conduit'), el('p', {}, 'A place to share your knowledge.')),
    el(
      'div',
      { class: 'container columns' },
      el('div', {}, tabsOf('feed-toggle', tabs), ...articles),
      el(
        'div',
        { class: 'sidebar' },
        el('p', {}, 'Popular Tags'),
        el('div', { class: 'tag-list' }, ...links),
      ),
    ),
  )
  return { title: tag === undefined ? 'Home' : `#${tag}`, content }
}

function tagPath(tag: string): string {
  return `/tag/${encodeURIComponent(tag)}`
}
