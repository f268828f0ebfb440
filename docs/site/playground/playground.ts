import { answerView } from './answer-view.ts'
import { CodeEditor, codeView } from './code-editor.ts'
import { element, labelled } from './element.ts'
import { examples } from './examples.ts'
import type {
  Code,
  Generated,
  GeneratorResults,
  Problem,
  RunnerResults,
  ToGenerator,
  ToRunner,
} from './messages.ts'
import { RequestForm } from './request-form.ts'
import { hashOf, maxState, stateOf } from './state.ts'
import { tabs } from './tabs.ts'
import { WorkerClient } from './worker-client.ts'

type View = 'binder' | 'schema' | 'openapi' | 'client'

/** Builds the playground in an element. @param files the address of the workers. @returns what ends it */
export function openPlayground(root: HTMLElement, files: URL): () => void {
  const playground = new Playground(files)
  root.replaceChildren(playground.dom)
  return () => playground.close()
}

class Playground {
  readonly dom: HTMLElement
  readonly #generator: WorkerClient<ToGenerator, GeneratorResults>
  readonly #runner: WorkerClient<ToRunner, RunnerResults>
  readonly #editor: CodeEditor
  readonly #form = new RequestForm(
    () => void this.#send(),
    () => void this.#describe(),
  )
  readonly #views = {
    binder: codeView('Binder'),
    schema: codeView('JSON Schema'),
    openapi: codeView('OpenAPI'),
    client: codeView('Client'),
  }
  readonly #problems = element('ul', { class: 'pg-problems', 'aria-label': 'Problems' })
  readonly #status = element('p', { class: 'pg-status', role: 'status' })
  readonly #answer = element(
    'div',
    { class: 'pg-answer', 'aria-live': 'polite' },
    'Send the request to see what the binder makes of it.',
  )
  readonly #link = element('input', { readonly: true, hidden: true, 'aria-label': 'Link', class: 'pg-link' })
  readonly #examples = element(
    'select',
    {},
    ...Object.keys(examples).map((name) => element('option', {}, name)),
  )
  readonly #onHash = (): void => void this.#openHash()
  #shown: View = 'binder'
  #isGenerating = false
  #generation: Promise<void> = Promise.resolve()
  #isStale = false
  /** Of the text as it was generated last. */
  #code: Code | undefined
  /** What the runner has. */
  #loaded: Code | undefined
  #schemas = new Map<string, string>()

  constructor(files: URL) {
    this.#generator = new WorkerClient<ToGenerator, GeneratorResults>(
      () => new Worker(new URL('generate.js', files), { type: 'module' }),
      { limit: 10_000, firstLimit: 60_000 },
    )
    this.#runner = new WorkerClient<ToRunner, RunnerResults>(() => runnerAt(new URL('run.js', files)), {
      limit: 3_000,
      firstLimit: 30_000,
    })
    this.#editor = new CodeEditor({
      onChange: () => this.#generate(),
      hover: (text, offset) => this.#generator.ask({ kind: 'hover', text, offset }),
      complete: (text, offset) => this.#generator.ask({ kind: 'complete', text, offset }),
    })
    this.dom = this.#built()
    this.#examples.addEventListener('change', () => {
      const example = examples[this.#examples.value]
      if (example !== undefined) this.#open(example)
    })
    addEventListener('hashchange', this.#onHash)
    void this.#openHash(Object.values(examples)[0])
  }

  close(): void {
    removeEventListener('hashchange', this.#onHash)
    this.#generator.close()
    this.#runner.close()
    this.#editor.close()
  }

  #built(): HTMLElement {
    const share = element('button', { type: 'button' }, 'Share')
    share.addEventListener('click', () => void this.#share())
    const panels = Object.entries({
      binder: 'Binder',
      schema: 'JSON Schema',
      openapi: 'OpenAPI',
      client: 'Client',
    }) as [View, string][]
    const all = panels.map(([name, title]) => ({
      name,
      title,
      panel: element('div', { class: 'pg-code' }, this.#views[name].dom),
    }))
    const outputs = tabs('Output', all, (name) => {
      this.#shown = name
      if (this.#code !== undefined) void this.#describe()
    })
    return element(
      'div',
      { class: 'pg' },
      element(
        'div',
        { class: 'pg-head' },
        element('h1', {}, 'Playground'),
        labelled('Example', this.#examples),
        share,
        this.#link,
        this.#status,
      ),
      element(
        'div',
        { class: 'pg-columns' },
        element(
          'section',
          { 'aria-label': 'Source' },
          element('h2', {}, 'Interface'),
          element('div', { class: 'pg-code' }, this.#editor.dom),
          this.#problems,
        ),
        element('section', { 'aria-label': 'Generated' }, element('h2', {}, 'Generated'), outputs),
      ),
      element(
        'div',
        { class: 'pg-columns' },
        element('section', { 'aria-label': 'Request' }, element('h2', {}, 'Request'), this.#form.dom),
        element('section', { 'aria-label': 'Result' }, element('h2', {}, 'Result'), this.#answer),
      ),
    )
  }

  #open({ source, ...request }: (typeof examples)[string]): void {
    this.#form.state = request
    this.#answer.replaceChildren('Send the request to see what the binder makes of it.')
    this.#editor.text = source
  }

  /** @param otherwise what to open without a state in the address */
  async #openHash(otherwise?: (typeof examples)[string]): Promise<void> {
    const state = await stateOf(location.hash)
    if (state === undefined && location.hash.length > 1) this.#say('The link is damaged or too long.')
    const opened = state ?? otherwise
    if (opened !== undefined) this.#open(opened)
  }

  async #share(): Promise<void> {
    const hash = await hashOf({ source: this.#editor.text, ...this.#form.state })
    if (hash === undefined) return this.#say('This is too long for a link.')
    history.replaceState(history.state, '', hash)
    this.#link.value = location.href
    this.#link.hidden = false
    this.#link.select()
    await navigator.clipboard?.writeText(location.href).then(
      () => this.#say('The link is in the clipboard.'),
      () => this.#say('Copy the link.'),
    )
  }

  /** Generates for the newest text: while one is generated, those between are left out. */
  #generate(): void {
    if (this.#isGenerating) {
      this.#isStale = true
      return
    }
    this.#isGenerating = true
    this.#generation = this.#generateNewest()
  }

  async #generateNewest(): Promise<void> {
    do {
      this.#isStale = false
      await this.#generateOnce()
    } while (this.#isStale)
    this.#isGenerating = false
    await this.#describe()
  }

  async #generateOnce(): Promise<void> {
    const { text } = this.#editor
    if (text.length > maxState) return this.#fail(`The text has more than ${maxState} characters.`)
    if (this.#status.textContent === '') this.#say('Loading the generator…')
    const start = performance.now()
    try {
      const generated = await this.#generator.ask({ kind: 'generate', text })
      if (this.#editor.text === text) this.#show(generated)
      this.#say(`Generated in ${Math.ceil(performance.now() - start)} ms`)
    } catch (error) {
      this.#fail(`The generator ${reasonOf(error)}.`)
    }
  }

  #show({ binder, problems, code }: Generated): void {
    this.#code = code
    this.#editor.show(problems)
    this.#problems.replaceChildren(...problems.map((one) => this.#problemItem(one)))
    const isFailed = problems.some(({ severity }) => severity === 'error')
    this.#views.binder.show(
      binder !== ''
        ? binder
        : isFailed
          ? '// Nothing is generated before the errors are mended.\n'
          : '// No exported interface has a source tag, such as @query.\n',
    )
  }

  #problemItem({ code, severity, message, hint, fix }: Problem): HTMLElement {
    const item = element(
      'li',
      { class: `pg-${severity}` },
      element('a', { href: `diagnostics#${code.toLowerCase()}-${severity}`, target: '_blank' }, code),
      ` ${message}`,
      ...(hint === undefined ? [] : [element('br'), hint]),
    )
    if (fix !== undefined) {
      const button = element('button', { type: 'button' }, fix.title)
      button.addEventListener('click', () => this.#editor.apply(fix))
      item.append(' ', button)
    }
    return item
  }

  /** Runs the module for its binders and schemas, and writes the chosen document. */
  async #describe(): Promise<void> {
    const view = this.#shown
    const code = this.#code
    if (code === undefined) {
      if (view !== 'binder') this.#views[view].show('')
      return
    }
    try {
      await this.#load(code)
      const { route } = this.#form
      if (view === 'schema') this.#views.schema.show(this.#schemas.get(route.dto) ?? '')
      if (view !== 'openapi' && view !== 'client') return
      const described = await (view === 'openapi'
        ? this.#generator.ask({ kind: 'openapi', route })
        : this.#generator.ask({ kind: 'client', route }))
      if (this.#code === code) this.#views[view].show(described.text)
    } catch (error) {
      if (view !== 'binder') this.#views[view].show(`// It ${reasonOf(error)}.\n`)
    }
  }

  async #load(code: Code): Promise<void> {
    if (this.#loaded === code) return
    this.#loaded = undefined
    const dtos = await this.#runner.ask({ kind: 'load', code })
    this.#loaded = code
    this.#schemas = new Map(dtos.map(({ name, schema }) => [name, schema]))
    this.#form.showBinders([...this.#schemas.keys()])
  }

  async #send(): Promise<void> {
    await this.#generation
    try {
      if (this.#code === undefined) throw new Error('there is no binder to run')
      await this.#load(this.#code)
      const answer = await this.#runner.ask({
        kind: 'send',
        route: this.#form.route,
        request: this.#form.request,
      })
      this.#answer.replaceChildren(answerView(answer))
    } catch (error) {
      // A runner that was ended has lost its module.
      this.#loaded = undefined
      this.#answer.replaceChildren(
        element('p', { class: 'pg-problem' }, `The request was not sent: ${reasonOf(error)}.`),
      )
    }
  }

  #say(text: string): void {
    this.#status.textContent = text
  }

  #fail(text: string): void {
    this.#code = undefined
    this.#editor.show([])
    this.#problems.replaceChildren()
    this.#views.binder.show('')
    this.#say(text)
  }
}

/** A worker that inherits the policy of the page, as only one of a blob does: what it runs reaches no other site. */
function runnerAt(address: URL): Worker {
  const blob = new Blob([`import ${JSON.stringify(address.href)}`], { type: 'text/javascript' })
  const url = URL.createObjectURL(blob)
  const worker = new Worker(url, { type: 'module' })
  // The worker has read it when it answers; until then the address must stay.
  worker.addEventListener('message', () => URL.revokeObjectURL(url), { once: true })
  return worker
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
