import type { Handler } from '@ctxgen/runtime'
import { applyRules, type PathRules, readRules } from './rules/path-rules.ts'

export type { PathRules } from './rules/path-rules.ts'

/**
 * Serves a path as another: `rewrite({ '/old/*': '/new/$1' })`. Routes registered later see the new path, so guards of
 * it belong behind. The query stays.
 * @throws TypeError for a target that is not a path.
 * @answer -
 */
export function rewrite(rules: PathRules): Handler {
  const read = readRules('rewrite', rules)
  for (const { target } of read) {
    if (!/^\/[^?#]*$/.test(target)) throw new TypeError(`rewrite: not a path: ${target}`)
  }
  return (c) => {
    const found = applyRules(c, read)
    // As in a URL, several slashes at the beginning would not be the path of this host.
    if (found !== undefined) c.path(found.url.replace(/^\/+/, '/'))
    return c.next()
  }
}
