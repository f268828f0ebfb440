import { slug } from 'github-slugger'

/** A link of a text: `[label](target)`. */
export interface Link {
  readonly label: string
  /** As written, with its anchor. */
  readonly target: string
}

const code = /^(`{3,}|~{3,})[\s\S]*?^\1[ \t]*$|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\2(?!`)/gm

/** Applies a change to the parts of a text that are no code. */
export function changeProse(text: string, change: (prose: string) => string): string {
  const parts: string[] = []
  let end = 0
  for (const found of text.matchAll(code)) {
    parts.push(change(text.slice(end, found.index)), found[0])
    end = found.index + found[0].length
  }
  return [...parts, change(text.slice(end))].join('')
}

/** Replaces the targets of links, in text and in definitions: `[label]: target`. */
export function changeLinks(text: string, targetOf: (target: string) => string): string {
  return changeProse(text, (prose) =>
    prose
      .replace(/(\]\()([^)\s]+)(?=[)\s])/g, (_, before: string, target: string) => before + targetOf(target))
      .replace(/^(\[[^\]]+\]: +)(\S+)/gm, (_, before: string, target: string) => before + targetOf(target)),
  )
}

export function linksOf(text: string): readonly Link[] {
  return [...text.matchAll(/\[((?:`[^`]*`|[^\]`])*)\]\(([^)\s]+)\)/g)].map(([, label = '', target = '']) => ({
    label,
    target,
  }))
}

/** The first heading. @throws Error if there is none */
export function titleOf(text: string): string {
  const [, title] = /^# (.+)$/m.exec(text) ?? []
  if (title === undefined) throw new Error(`a page has no title: ${text.slice(0, 80)}`)
  return title.replaceAll('`', '')
}

/** The first paragraph, as plain text. */
export function summaryOf(text: string): string {
  const body = text.replace(/^# .+$/m, '').replace(/<!--[\s\S]*?-->/g, '')
  const first = body.split(/\n\s*\n/).find((part) => /^\s*[A-Za-z`[*]/.test(part)) ?? ''
  return plainText(first)
}

export function plainText(text: string): string {
  return text
    .replace(/\[((?:`[^`]*`|[^\]`])*)\]\([^)\s]+\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The anchor of a heading, as on GitHub, where these pages are read, too. */
export function anchorOf(heading: string): string {
  return slug(heading)
}
