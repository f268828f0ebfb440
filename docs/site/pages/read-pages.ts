import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { withMadeParts } from '../../../scripts/made-parts.mjs'
import { repository, repositoryUrl } from '../places.ts'
import { changeLinks, changeProse, summaryOf, titleOf } from './markdown.ts'

export interface Page {
  /** From the root of the repository: `docs/tags.md`. */
  readonly source: string
  /** From the root of the site: `tags.md`. */
  readonly path: string
  readonly title: string
  readonly summary: string
  /** With the links of the site. */
  readonly text: string
}

/** Sections of the first page for those who have cloned the repository. */
const notForReaders = /^## (?:This repository|Lizenz|License)$[\s\S]*?(?=^## |$(?![\s\S]))/gm

/** The pages for users: README.md as the first one, docs/*.md, and docs/recipes. */
export function readPages(): readonly Page[] {
  const sources = ['README.md', ...markdownIn('docs'), ...markdownIn('docs/recipes')]
  const paths = new Map(sources.map((source) => [source, pathOf(source)]))
  return sources.map((source) => {
    const text = readFileSync(join(repository, source), 'utf8').replace(/\r\n/g, '\n')
    const written = source === 'README.md' ? text.replace(notForReaders, '') : text
    return pageOf(source, withMadeParts(source.replace(/^docs\//, ''), written), paths)
  })
}

function markdownIn(folder: string): readonly string[] {
  const names = readdirSync(join(repository, folder)).filter((name) => name.endsWith('.md'))
  return names.sort().map((name) => `${folder}/${name}`)
}

function pathOf(source: string): string {
  if (source === 'README.md') return 'index.md'
  if (source === 'docs/README.md') return 'docs.md'
  return source.replace(/^docs\//, '').replace(/README\.md$/, 'index.md')
}

function pageOf(source: string, written: string, paths: ReadonlyMap<string, string>): Page {
  const path = paths.get(source) ?? pathOf(source)
  const prose = changeProse(written, (part) => part.replace(/<!--\s*\/?repository\s*-->/g, ''))
  const text = changeLinks(prose, (target) => linkOf(target, { source, path }, paths))
  return { source, path, title: titleOf(text), summary: summaryOf(text), text }
}

/** A link of a source as one of the site: to a page of it, or to the repository. @throws Error if nothing is there */
function linkOf(
  target: string,
  from: Pick<Page, 'source' | 'path'>,
  paths: ReadonlyMap<string, string>,
): string {
  if (/^(?:#|[a-z]+:)/.test(target)) return target
  const [, file = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? []
  const source = posix.join(posix.dirname(from.source), file).replace(/\/$/, '')
  const page = paths.get(source) ?? paths.get(`${source}/README.md`)
  if (page !== undefined) return (posix.relative(posix.dirname(from.path), page) || page) + anchor
  const place = join(repository, source)
  if (!existsSync(place)) throw new Error(`${from.source} links to ${target}, which does not exist`)
  return `${repositoryUrl}/${statSync(place).isDirectory() ? 'tree' : 'blob'}/main/${source}${anchor}`
}
