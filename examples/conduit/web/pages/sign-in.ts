import { jsonCheck } from '@ctxgen/runtime/check'
import { bindJsonLogin, bindJsonNewUser } from '../../src/dto/users.bind.js'
import { createUser, login } from '../api.js'
import { messagesOfIssues } from '../check.js'
import { el } from '../dom.js'
import { formOf } from '../form.js'
import { navigate, type Page } from '../router.js'
import { api, signIn } from '../session.js'

const email = { name: 'email', label: 'Email', type: 'email', autocomplete: 'email' } as const
const password = { name: 'password', label: 'Password', type: 'password' } as const

export function signInPage(): Page {
  const check = jsonCheck(bindJsonLogin)
  const form = formOf({
    fields: [email, { ...password, autocomplete: 'current-password' }],
    submit: 'Sign in',
    check: (user) => messagesOfIssues(check['~standard'].validate({ user })),
    async send({ email = '', password = '' }) {
      signIn((await login(api, { user: { email, password } })).user)
      await navigate('/')
    },
  })
  return pageOf('Sign in', form, el('a', { href: '/register' }, 'Need an account?'))
}

export function signUpPage(): Page {
  const check = jsonCheck(bindJsonNewUser)
  const form = formOf({
    fields: [
      { name: 'username', label: 'Username', autocomplete: 'username' },
      email,
      { ...password, autocomplete: 'new-password' },
    ],
    submit: 'Sign up',
    check: (user) => messagesOfIssues(check['~standard'].validate({ user })),
    async send({ username = '', email = '', password = '' }) {
      signIn((await createUser(api, { user: { username, email, password } })).user)
      await navigate('/')
    },
  })
  return pageOf('Sign up', form, el('a', { href: '/login' }, 'Have an account?'))
}

function pageOf(title: string, form: Node, other: Node): Page {
  const content = el('div', { class: 'auth-page form-page' }, el('h1', {}, title), el('p', {}, other), form)
  return { title, content }
}
