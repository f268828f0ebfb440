import { formCheck } from '@ctxgen/runtime/check'
import { catalogues, inLanguage } from '@ctxgen/runtime/messages'
import { de } from '@ctxgen/runtime/messages/de'
import { bindFormSignUp } from '../dto/sign-up.bind.ts'

/*
 * A plain form: what is wrong stands beside the inputs before it is sent, and the issues of the server stand there
 * in the same way.
 */
const form = document.querySelector('form')
const words = catalogues({ de }).choose(document.documentElement.lang)
const schema = inLanguage(formCheck(bindFormSignUp), words)

form?.addEventListener('submit', async (event) => {
  event.preventDefault()
  const data = new FormData(form)
  const { issues = [] } = schema['~standard'].validate(data)
  show(
    form,
    issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  )
  const isAsked = event.submitter?.id !== 'unchecked'
  if (isAsked && issues.length > 0) return
  const texts = Array.from(data, ([name, value]) => [name, String(value)])
  const answer = await fetch('/sign-up', { method: 'POST', body: new URLSearchParams(texts) })
  const { errors = [], name } = await answer.json()
  show(form, errors)
  document.body.dataset['answer'] = answer.ok ? `hello ${name}` : `${answer.status}`
})

function show(
  target: HTMLFormElement,
  issues: readonly { readonly path: string; readonly message: string }[],
): void {
  for (const input of target.querySelectorAll<HTMLInputElement>('[name]')) {
    const issue = issues.find(({ path }) => path === input.name)
    const note = document.getElementById(`${input.name}-note`)
    if (note !== null) note.textContent = issue?.message ?? ''
  }
}
