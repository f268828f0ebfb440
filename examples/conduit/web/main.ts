import { profilePath } from './article-meta.js'
import { avatar, el } from './dom.js'
import { errorList, messagesOf } from './errors.js'
import { articlePage } from './pages/article.js'
import { editorPage } from './pages/editor.js'
import { home } from './pages/home.js'
import { profilePage } from './pages/profile.js'
import { settingsPage } from './pages/settings.js'
import { signInPage, signUpPage } from './pages/sign-in.js'
import { type Page, redirect, type Show, start } from './router.js'
import { currentUser, onChange, restore, sessionState } from './session.js'

const main = document.querySelector('main') ?? document.body
const nav = document.querySelector('nav') ?? document.body

/** A page for users; others are asked to sign in. */
function forUsers(show: Show): Show {
  return async (place) => {
    if (currentUser() !== undefined) return show(place)
    await redirect('/login')
    return signInPage()
  }
}

/** Shows the errors of a page that fails in its place. */
function orErrors(className: string, show: Show): Show {
  return async (place) => {
    try {
      return await show(place)
    } catch (error) {
      const content = el('div', { class: `${className} container` }, errorList(messagesOf(error)))
      return { title: 'Something went wrong', content }
    }
  }
}

function showPage({ title, content }: Page): void {
  document.title = `${title} — Conduit`
  main.replaceChildren(content)
  // For screen readers, which read on from there.
  main.focus()
  showNav()
}

function showNav(): void {
  const user = currentUser()
  const link = (href: string, ...content: readonly (Node | string)[]): Node => {
    const isHere = location.pathname === href
    const shared = {
      class: `nav-link${isHere ? ' active' : ''}`,
      'aria-current': isHere ? 'page' : undefined,
    }
    return el('li', {}, el('a', { ...shared, href }, ...content))
  }
  const links =
    user === undefined
      ? [link('/login', 'Sign in'), link('/register', 'Sign up')]
      : [
          link('/editor', 'New Article'),
          link('/settings', 'Settings'),
          link(profilePath(user.username), avatar(user.image, 'user-pic'), user.username),
        ]
  const others = {
    loading: [],
    unavailable: [el('li', { role: 'status' }, 'Connecting…')],
    authenticated: links,
    unauthenticated: links,
  }[sessionState()]
  const brand = el('a', { class: 'navbar-brand', href: '/' }, 'conduit')
  const list = el('ul', { class: 'nav' }, link('/', 'Home'), ...others)
  nav.replaceChildren(el('div', { class: 'container' }, brand, list))
}

onChange(showNav)
showNav()
await restore()
await start(
  [
    [/^\/(?:tag\/(?<tag>[^/]+))?$/, orErrors('home-page', home)],
    [/^\/login$/, signInPage],
    [/^\/register$/, signUpPage],
    [/^\/settings$/, forUsers(settingsPage)],
    [/^\/editor(?:\/(?<slug>[^/]+))?$/, forUsers(orErrors('editor-page', editorPage))],
    [/^\/article\/(?<slug>[^/]+)$/, orErrors('article-page', articlePage)],
    [/^\/profile\/(?<username>[^/]+)(?:\/(?<tab>favorites))?$/, orErrors('profile-page', profilePage)],
  ],
  showPage,
)
