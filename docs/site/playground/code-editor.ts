import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, hoverTooltip, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { element } from './element.ts'
import type { GeneratorResults, Problem } from './messages.ts'

// The colours are variables of style.css, for light and dark.
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operator], color: 'var(--pg-keyword)' },
  { tag: [tags.string, tags.regexp], color: 'var(--pg-string)' },
  { tag: tags.comment, color: 'var(--pg-comment)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--pg-number)' },
  { tag: [tags.typeName, tags.className, tags.propertyName], color: 'var(--pg-type)' },
])

const common: Extension = [javascript({ typescript: true }), syntaxHighlighting(colours)]

/** A text that is shown, highlighted. */
export function codeView(label: string): { readonly dom: HTMLElement; show(text: string): void } {
  const view = new EditorView({
    extensions: [
      common,
      EditorState.readOnly.of(true),
      EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
    ],
  })
  return {
    dom: view.dom,
    show(text) {
      if (view.state.doc.toString() === text) return
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: 0 },
      })
    },
  }
}

export interface EditorHooks {
  readonly onChange: (text: string) => void
  readonly hover: (text: string, offset: number) => Promise<GeneratorResults['hover']>
  readonly complete: (text: string, offset: number) => Promise<GeneratorResults['complete']>
}

export class CodeEditor {
  readonly #view: EditorView

  constructor(hooks: EditorHooks) {
    this.#view = new EditorView({
      extensions: [
        common,
        lineNumbers(),
        history(),
        // Tab leaves the editor, as everywhere on the page.
        keymap.of([...defaultKeymap, ...historyKeymap]),
        lintGutter(),
        autocompletion({ override: [(context) => completions(context, hooks)] }),
        hoverTooltip(async (view, at) => {
          const text = await hooks.hover(view.state.doc.toString(), at).catch(() => undefined)
          if (text === undefined) return null
          return { pos: at, create: () => ({ dom: element('div', { class: 'pg-hover' }, plain(text)) }) }
        }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) hooks.onChange(state.doc.toString())
        }),
        EditorView.contentAttributes.of({ 'aria-label': 'Interface', tabindex: '0' }),
      ],
    })
  }

  get dom(): HTMLElement {
    return this.#view.dom
  }

  get text(): string {
    return this.#view.state.doc.toString()
  }

  set text(text: string) {
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } })
  }

  /** @param problems of the text as it is */
  show(problems: readonly Problem[]): void {
    const { length } = this.#view.state.doc
    this.#view.dispatch(
      setDiagnostics(
        this.#view.state,
        problems.map((problem) => marked(problem, length)),
      ),
    )
  }

  apply({ from, to, text }: NonNullable<Problem['fix']>): void {
    if (to <= this.#view.state.doc.length) this.#view.dispatch({ changes: { from, to, insert: text } })
  }

  close(): void {
    this.#view.destroy()
  }
}

function marked({ code, severity, message, hint, from, to, fix }: Problem, length: number): Diagnostic {
  return {
    from: Math.min(from, length),
    to: Math.min(to, length),
    severity,
    source: code,
    message: hint === undefined ? message : `${message}\n${hint}`,
    actions:
      fix === undefined
        ? []
        : [
            {
              name: fix.title,
              apply: (view) => view.dispatch({ changes: { from: fix.from, to: fix.to, insert: fix.text } }),
            },
          ],
  }
}

async function completions(
  { state, pos, explicit }: CompletionContext,
  { complete }: EditorHooks,
): Promise<CompletionResult | null> {
  const before = state.sliceDoc(Math.max(0, pos - 40), pos)
  if (!explicit && !/[@\w,|=]$/.test(before)) return null
  const found = (await complete(state.doc.toString(), pos).catch(() => undefined)) ?? []
  const [first] = found
  if (first === undefined) return null
  return {
    from: pos - first.replaces,
    options: found.map(({ label, insert, documentation }) => ({
      label,
      ...(insert === undefined ? {} : { apply: insert }),
      ...(documentation === undefined ? {} : { info: plain(documentation) }),
    })),
  }
}

/** Markdown without its marks. */
function plain(markdown: string): string {
  return markdown.replace(/```\w*\n?|[`*]/g, '').trim()
}
