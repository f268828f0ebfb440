import { el } from './dom.js'
import { errorList, type Messages, messagesOf } from './errors.js'

interface Field {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password' | 'url'
  readonly value?: string | null
  readonly autocomplete?: string
  /** Makes it a text area. */
  readonly rows?: number
}

interface FormOptions {
  readonly fields: readonly Field[]
  /** Stands behind the fields. */
  readonly more?: Node
  readonly submit: string
  /** Finds the messages that the service would answer. */
  check(texts: Texts): Messages
  send(texts: Texts): Promise<void>
}

export type Texts = Readonly<Record<string, string>>

/** A form with its issues beside the fields: before it is sent those of the DTO's rules, after it those of the answer. */
export function formOf({ fields, more, submit, check, send }: FormOptions): HTMLFormElement {
  const problems = el('div')
  const go = el('button', { class: 'btn btn-primary', type: 'submit' }, submit)
  const form = el('form', {}, problems, ...fields.map(fieldOf), more, go)
  form.noValidate = true
  const show = (messages: Messages): void => {
    problems.replaceChildren(...(messages.size > 0 ? [errorList(messages)] : []))
    for (const { name } of fields) markField(form, name, messages.get(name))
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const texts = Object.fromEntries(Array.from(new FormData(form), ([name, value]) => [name, String(value)]))
    const wrong = check(texts)
    show(wrong)
    if (wrong.size > 0) return
    go.disabled = true
    await send(texts).catch((error: unknown) => show(messagesOf(error)))
    go.disabled = false
  })
  return form
}

function fieldOf({ name, label, type = 'text', value, autocomplete, rows }: Field): HTMLElement {
  const id = `field-${name}`
  const shared = { id, name, autocomplete, placeholder: label }
  const input =
    rows === undefined ? el('input', { ...shared, type }) : el('textarea', { ...shared, rows: `${rows}` })
  input.value = value ?? ''
  return el('div', { class: 'field' }, el('label', { for: id }, label), input)
}

function markField(form: HTMLFormElement, name: string, messages: readonly string[] | undefined): void {
  const input = form.querySelector(`[name="${name}"]`)
  const id = `field-${name}-error`
  form.querySelector(`#${id}`)?.remove()
  input?.removeAttribute('aria-invalid')
  input?.removeAttribute('aria-describedby')
  if (messages === undefined) return
  input?.setAttribute('aria-invalid', 'true')
  input?.setAttribute('aria-describedby', id)
  input?.after(el('span', { class: 'field-error', id }, messages.join(', ')))
}
