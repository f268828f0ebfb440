type Name =
  | 'alt'
  | 'aria-current'
  | 'aria-label'
  | 'aria-pressed'
  | 'autocomplete'
  | 'class'
  | 'datetime'
  | 'for'
  | 'href'
  | 'id'
  | 'name'
  | 'placeholder'
  | 'rel'
  | 'role'
  | 'rows'
  | 'src'
  | 'type'

export type Child = Node | string | undefined

/**
 * An element. Texts become text nodes, never HTML.
 *
 * @param attributes of which no name runs code; a URL that users enter goes through {@link safeUrl} before
 */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Partial<Record<Name, string | undefined>>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(name, value)
  made.append(...children.filter((child) => child !== undefined))
  return made
}

export function button(className: string, text: string, click: () => unknown): HTMLButtonElement {
  const made = el('button', { type: 'button', class: `btn ${className}` }, text)
  made.addEventListener('click', click)
  return made
}

/** A URL that no click turns into code; `undefined` for another. */
export function safeUrl(written: string): string | undefined {
  const url = URL.parse(written, location.href)
  return url !== null && /^(?:https?|mailto):$/.test(url.protocol) ? written : undefined
}

export function avatar(image: string | null, className?: string): HTMLImageElement {
  const src = image === null || image === '' ? undefined : safeUrl(image)
  return el('img', { class: className, src: src ?? '/assets/default-avatar.svg', alt: '' })
}
