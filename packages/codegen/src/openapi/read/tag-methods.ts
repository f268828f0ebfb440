import type { DocTag } from './doc-comments.ts'

const methods = /^((?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|QUERY|,)+)\s+(?=\S)/

/** The tags for a method, without its name: `@answer POST,PATCH 409` is not about GET. */
export function tagsFor(method: string, tags: readonly DocTag[]): readonly DocTag[] {
  return tags.flatMap((tag) => {
    if (tag.name !== 'answer' && tag.name !== 'reads') return [tag]
    const [all = '', named] = methods.exec(tag.text) ?? []
    if (named === undefined) return [tag]
    return named.split(',').includes(method) ? [{ ...tag, text: tag.text.slice(all.length) }] : []
  })
}
