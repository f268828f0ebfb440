// Writes source files that the build makes.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Writes a file below the root, unless it is up to date: compilers go by the time of a file. */
export function write(path, lines) {
  const [, script] = /([\w-]+\.mjs)$/.exec(process.argv[1]) ?? []
  // Without the folder, which a package does not contain.
  const text = `// Made by ${script}.\n${lines.join('\n')}\n`
  if (!existsSync(root + path) || readFileSync(root + path, 'utf8') !== text) writeFileSync(root + path, text)
}

/** A text as a literal. */
export function inText(text) {
  return `'${text.replace(/['\\]/g, '\\$&')}'`
}
