// Run by `npm pack`: puts the pages for users into the package, and takes them away again (`--remove`). A registry shows no
// other file of the repository, so what a page links to and is not packed becomes plain text.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../../docs', import.meta.url))
const target = fileURLToPath(new URL('docs', import.meta.url))
const forContributors = ['ARCHITECTURE.md']

rmSync(target, { recursive: true, force: true })
if (!process.argv.includes('--remove')) {
  const names = readdirSync(source).filter((name) => name.endsWith('.md') && !forContributors.includes(name))
  mkdirSync(target)
  for (const name of names)
    writeFileSync(join(target, name), withLinksTo(names, readFileSync(join(source, name), 'utf8')))
}

function withLinksTo(names, text) {
  // "… ([12](decisions/…))" and "… [Why](decisions/…)." say nothing without the link.
  const plain = text
    .replace(/\s*\(\[[^\]]+\]\(decisions\/[^)]+\)\)/g, '')
    .replace(/\s*\[Why[^\]]*\]\(decisions\/[^)]+\)\./g, '')
    .replace(/\[(\d+)\]\(decisions\/[^)]+\)/g, 'decision $1')
  // Code is passed over.
  const codeOrLink = /^```[\s\S]*?^```$|`[^`\n]*`|\[([^\][]+)\]\(([^)\s]+)\)/gm
  return plain.replace(codeOrLink, (match, label, address) => {
    if (address === undefined || /^(#|https?:)/.test(address)) return match
    return names.includes(address.split('#')[0]) ? match : label
  })
}
