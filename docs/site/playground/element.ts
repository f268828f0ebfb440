type Attributes = Readonly<Record<string, string | boolean | undefined>>

/** An element; texts stay texts. `true` is an attribute without a value. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value)
  }
  made.append(...children)
  return made
}

/** A control with its label above it. */
export function labelled<Control extends HTMLElement>(text: string, control: Control): HTMLElement {
  return element('label', { class: 'pg-field' }, element('span', {}, text), control)
}
