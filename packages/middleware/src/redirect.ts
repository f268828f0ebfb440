import type { Handler } from '@ctxgen/runtime'
import { applyRules, type PathRules, readRules } from './rules/path-rules.ts'

export type { PathRules } from './rules/path-rules.ts'

/** The options of {@link redirect}. */
export interface RedirectOptions {
  /** 301 and 308 are cached by browsers for good; 307 and 308 keep the method. Default: 302. */
  readonly statusCode?: 301 | 302 | 303 | 307 | 308
}

/** A target with a host of its own, in which no wildcard stands. */
const withHost = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/?#$]+(?:[/?#]|$)/i

/**
 * Redirects paths: `redirect({ '/old/*': '/new/$1' })`. The query is kept. A target without a host stays on this one,
 * whatever a client sends in place of the wildcard.
 * @throws TypeError for a wildcard in the host of a target, and for a path that redirects to itself.
 * @answer -
 */
export function redirect(rules: PathRules, { statusCode = 302 }: RedirectOptions = {}): Handler {
  const read = readRules('redirect', rules)
  for (const { literals, target } of read) {
    if (isItself(literals, target)) throw new TypeError(`redirect: to itself, without end: ${target}`)
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target) && !withHost.test(target))
      throw new TypeError(`redirect: the host of a target is fixed, and ends at a slash: ${target}`)
  }
  return (c) => {
    const found = applyRules(c, read)
    if (found === undefined) return c.next()
    const { rule, url } = found
    const target = withHost.test(rule.target) ? url : onThisHost(url)
    c.redirect().status(statusCode).to(withQuery(target, c.originalURL()))
    return undefined
  }
}

/** Whether a target is its own pattern, each wildcard in its place. */
function isItself(literals: readonly string[], target: string): boolean {
  const pattern = literals.reduce((text, literal, i) => `${text}$${i}${literal}`)
  return target.replace(/[?#].*/s, '') === pattern
}

/** A URL that browsers read as one of the same host: they skip blanks and control characters, and take `\` for `/`. */
function onThisHost(url: string): string {
  const shown = url.replace(/[\t\n\r]/g, '').replace(/^[\0-\x20]+/, '')
  if (/^[/\\]/.test(shown)) return `/${shown.replace(/^[/\\]+/, '')}`
  return /^[^/?#]*:/.test(shown) ? `/${shown}` : shown
}

function withQuery(target: string, originalURL: string): string {
  const at = originalURL.indexOf('?')
  if (at === -1 || at === originalURL.length - 1) return target
  const [url = '', ...fragment] = target.split('#')
  const query = originalURL.slice(at + 1)
  return [`${url}${url.includes('?') ? '&' : '?'}${query}`, ...fragment].join('#')
}
