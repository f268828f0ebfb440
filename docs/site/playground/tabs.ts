import { element } from './element.ts'

export interface Tab<Name extends string> {
  readonly name: Name
  readonly title: string
  readonly panel: HTMLElement
}

/** Tabs as WAI-ARIA describes them: arrow keys move between them, and the chosen one is in the order of the Tab key. */
export function tabs<Name extends string>(
  label: string,
  all: readonly Tab<Name>[],
  onChoose: (name: Name) => void,
): HTMLElement {
  const buttons = all.map(({ name, title, panel }) => {
    panel.id = `pg-panel-${name}`
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', `pg-tab-${name}`)
    return element(
      'button',
      { type: 'button', role: 'tab', id: `pg-tab-${name}`, 'aria-controls': panel.id },
      title,
    )
  })
  const choose = (index: number, isByUser: boolean): void => {
    for (const [at, button] of buttons.entries()) {
      button.setAttribute('aria-selected', String(at === index))
      button.tabIndex = at === index ? 0 : -1
      all[at]?.panel.toggleAttribute('hidden', at !== index)
    }
    if (isByUser) buttons[index]?.focus()
    const chosen = all[index]
    if (chosen !== undefined) onChoose(chosen.name)
  }
  for (const [index, button] of buttons.entries()) {
    button.addEventListener('click', () => choose(index, true))
    button.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
      if (step !== 0) choose((index + step + buttons.length) % buttons.length, true)
    })
  }
  choose(0, false)
  return element(
    'div',
    { class: 'pg-tabs' },
    element('div', { role: 'tablist', 'aria-label': label }, ...buttons),
    ...all.map(({ panel }) => panel),
  )
}
