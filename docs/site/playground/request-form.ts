import { element, labelled } from './element.ts'
import type { Route, SentRequest } from './messages.ts'
import { parseCurl } from './parse-curl.ts'
import type { PlaygroundState } from './state.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The request of the playground, and the route that it is sent to. */
export class RequestForm {
  readonly dom: HTMLFormElement
  readonly #method = element(
    'select',
    { name: 'method' },
    ...methods.map((name) => element('option', {}, name)),
  )
  readonly #path = element('input', { name: 'path', spellcheck: 'false' })
  readonly #dto = element('select', { name: 'dto' })
  readonly #url = element('input', { name: 'url', spellcheck: 'false' })
  readonly #headers = element('textarea', { name: 'headers', rows: '3', spellcheck: 'false' })
  readonly #body = element('textarea', { name: 'body', rows: '6', spellcheck: 'false' })
  readonly #curl = element('textarea', {
    name: 'curl',
    rows: '2',
    spellcheck: 'false',
    placeholder: "curl '/cars?page=2'",
  })
  readonly #curlProblem = element('p', { class: 'pg-problem', role: 'alert' })

  constructor(onSend: () => void, onRoute: () => void) {
    const send = element('button', { type: 'submit', class: 'pg-primary' }, 'Send')
    this.dom = element(
      'form',
      { class: 'pg-form' },
      element(
        'div',
        { class: 'pg-row' },
        labelled('Method', this.#method),
        labelled('Route', this.#path),
        labelled('Binder', this.#dto),
      ),
      labelled('URL', this.#url),
      labelled('Headers', this.#headers),
      labelled('Body', this.#body),
      labelled('Or a command line of curl, which fills the form', this.#curl),
      this.#curlProblem,
      send,
    )
    this.dom.addEventListener('submit', (event) => {
      event.preventDefault()
      onSend()
    })
    for (const control of [this.#method, this.#path, this.#dto]) control.addEventListener('change', onRoute)
    this.#curl.addEventListener('input', () => this.#readCurl(onRoute))
  }

  get route(): Route {
    return { method: this.#method.value, path: this.#path.value, dto: this.#dto.value }
  }

  get request(): SentRequest {
    return {
      url: this.#url.value,
      headers: this.#headers.value,
      body: this.#body.value.replace(/\r?\n/g, this.#lineEnd),
    }
  }

  get state(): Omit<PlaygroundState, 'source'> {
    const { method, path } = this.route
    return { method, path, ...this.request }
  }

  set state({ method, path, url, headers, body }: Omit<PlaygroundState, 'source'>) {
    this.#method.value = methods.includes(method) ? method : 'GET'
    this.#path.value = path
    this.#url.value = url
    this.#headers.value = headers
    this.#body.value = body
  }

  /** The binders of the module; the chosen one stays chosen. */
  showBinders(names: readonly string[]): void {
    const before = this.#dto.value
    this.#dto.replaceChildren(...names.map((name) => element('option', {}, name)))
    if (names.includes(before)) this.#dto.value = before
  }

  /** A text field has line feeds alone, but the parts of a form need more. */
  get #lineEnd(): string {
    return /^content-type:\s*multipart\//im.test(this.#headers.value) ? '\r\n' : '\n'
  }

  #readCurl(onRoute: () => void): void {
    this.#curlProblem.textContent = ''
    const text = this.#curl.value
    if (text.trim() === '') return
    try {
      const { method, url, headers, body } = parseCurl(text)
      this.state = { method, path: this.#path.value, url, headers, body }
      onRoute()
    } catch (error) {
      this.#curlProblem.textContent = error instanceof Error ? error.message : String(error)
    }
  }
}
