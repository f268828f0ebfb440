// Run by `npm pack`: copies the user pages into the package, and removes them again with `--remove`. References to
// files outside the package are between `<!-- repository -->` and `<!-- /repository -->`, which this script drops.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withMadeParts } from '../../scripts/made-parts.mjs'

const source = fileURLToPath(new URL('../../docs', import.meta.url))
const target = fileURLToPath(new URL('docs', import.meta.url))

rmSync(target, { recursive: true, force: true })
if (!process.argv.includes('--remove')) {
  const recipes = readdirSync(join(source, 'recipes')).map((name) => `recipes/${name}`)
  const all = [...readdirSync(source), ...recipes]
  const names = all.filter((name) => name.endsWith('.md'))
  for (const name of names) {
    mkdirSync(dirname(join(target, name)), { recursive: true })
    writeFileSync(join(target, name), pageOf(name, names))
  }
}

function pageOf(name, names) {
  const text = withMadeParts(name, withoutReasons(readFileSync(join(source, name), 'utf8')))
  const prose = text.replace(/^```[\s\S]*?^```$|`[^`\n]*`/gm, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, address]) => address)
  const lost = links.filter(
    (address) =>
      !/^(#|https?:)/.test(address) &&
      !names.includes(posix.join(posix.dirname(name), address.split('#')[0])),
  )
  if (lost.length > 0) throw new Error(`docs/${name} links to what is not packed: ${lost.join(', ')}`)
  return text
}

/** Drops the marked parts, and links such as "… ([12](internals/decisions/…))". */
function withoutReasons(text) {
  return text
    .replace(/<!--\s*repository\s*-->[\s\S]*?<!--\s*\/repository\s*-->/g, '')
    .replace(/\s*\(\[[^\]]+\]\(internals\/decisions\/[^)]+\)\)/g, '')
    .replace(/\s*\[Why[^\]]*\]\(internals\/decisions\/[^)]+\)\./g, '')
}
