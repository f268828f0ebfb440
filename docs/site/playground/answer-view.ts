import { element } from './element.ts'
import type { Answer } from './messages.ts'

/** What the binder made of a request: the value that a handler gets, or each issue and the answer to the client. */
export function answerView({ status, headers, body, value, issues }: Answer): HTMLElement {
  if (value !== undefined) {
    return element('div', {}, element('h3', {}, 'The handler gets'), element('pre', { tabindex: '0' }, value))
  }
  const rows = issues.map(({ source, path, code, message }) => {
    return element('tr', {}, ...[source, path, code, message].map((text) => element('td', {}, text)))
  })
  const heads = ['source', 'path', 'code', 'message'].map((text) => element('th', { scope: 'col' }, text))
  const lines = [`HTTP ${status}`, ...headers.map(([name, text]) => `${name}: ${text}`), '', indented(body)]
  return element(
    'div',
    {},
    ...(rows.length === 0
      ? []
      : [
          element('h3', {}, 'The binder refuses it'),
          element(
            'div',
            { class: 'pg-scroll', tabindex: '0', role: 'group', 'aria-label': 'Issues' },
            element(
              'table',
              {},
              element('thead', {}, element('tr', {}, ...heads)),
              element('tbody', {}, ...rows),
            ),
          ),
        ]),
    element('h3', {}, 'The client gets'),
    element('pre', { tabindex: '0' }, lines.join('\n')),
  )
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}
