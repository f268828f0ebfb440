import { jsonCheck } from '@ctxgen/runtime/check'
import { bindJsonUserUpdate } from '../../src/dto/users.bind.js'
import { updateCurrentUser } from '../api.js'
import { profilePath } from '../article-meta.js'
import { messagesOfIssues } from '../check.js'
import { button, el } from '../dom.js'
import { formOf, type Texts } from '../form.js'
import { navigate, type Page } from '../router.js'
import { api, currentUser, signIn, signOut } from '../session.js'

export function settingsPage(): Page {
  const known = currentUser()
  const check = jsonCheck(bindJsonUserUpdate)
  const form = formOf({
    fields: [
      { name: 'image', label: 'URL of profile picture', type: 'url', value: known?.image ?? null },
      { name: 'username', label: 'Username', value: known?.username ?? '', autocomplete: 'username' },
      { name: 'bio', label: 'Short bio about you', value: known?.bio ?? null, rows: 8 },
      { name: 'email', label: 'Email', type: 'email', value: known?.email ?? '', autocomplete: 'email' },
      { name: 'password', label: 'New Password', type: 'password', autocomplete: 'new-password' },
    ],
    submit: 'Update Settings',
    check: (texts) => messagesOfIssues(check['~standard'].validate({ user: changes(texts) })),
    async send(texts) {
      const { user } = await updateCurrentUser(api, { user: changes(texts) })
      signIn(user)
      await navigate(profilePath(user.username))
    },
  })
  const leave = button('btn-outline-danger', 'Or click here to logout.', () => {
    signOut()
    return navigate('/')
  })
  const content = el(
    'div',
    { class: 'settings-page form-page' },
    el('h1', {}, 'Your Settings'),
    form,
    el('hr'),
    leave,
  )
  return { title: 'Settings', content }
}

/** An empty password is the present one. */
function changes({ password = '', ...texts }: Texts): Texts {
  return password === '' ? texts : { ...texts, password }
}
