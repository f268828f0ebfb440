// Finishes what tsc wrote. Deletes declarations of deleted modules, which would be packed, and copies those of
// @ctxgen/core into the packages that name them: it is private, and bundled into both.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../packages', import.meta.url))
const declaration = /^(.+)\.d\.ts(?:\.map)?$/
/** An import of the core, or of its copy after an earlier build. */
const coreImport = /(['"])(?:@ctxgen\/|(?:\.{1,2}\/)+)core\/([\w/-]+?)(?:\.ts)?\1/g

for (const name of ['core', 'runtime', 'codegen', 'cli', 'middleware']) {
  const dist = join(packages, name, 'dist')
  rmSync(join(dist, 'core'), { recursive: true, force: true })
  for (const file of readdirSync(dist, { recursive: true })) {
    const module = declaration.exec(file.replaceAll('\\', '/'))?.[1]
    if (module === undefined || module.startsWith('core/')) continue
    if (!existsSync(join(packages, name, 'src', `${module}.ts`))) rmSync(join(dist, file))
    else if (file.endsWith('.d.ts')) inlineCore(dist, join(dist, file))
  }
}

/** Points a declaration at copies of the core's, and makes them. */
function inlineCore(dist, path) {
  const text = readFileSync(path, 'utf8')
  const inlined = text.replaceAll(coreImport, (_, quote, module) => {
    copyCore(dist, module)
    const way = relative(dirname(path), join(dist, 'core', `${module}.ts`)).replaceAll('\\', '/')
    return `${quote}${way.startsWith('.') ? way : `./${way}`}${quote}`
  })
  if (inlined !== text) writeFileSync(path, inlined)
}

/** Copies a module of the core with the modules that it imports. */
function copyCore(dist, module) {
  const copy = join(dist, 'core', `${module}.d.ts`)
  if (existsSync(copy)) return
  const text = readFileSync(join(packages, 'core/dist', `${module}.d.ts`), 'utf8')
  mkdirSync(dirname(copy), { recursive: true })
  writeFileSync(copy, text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'))
  for (const [, imported] of text.matchAll(/['"](\.{1,2}\/[\w/.-]+)\.ts['"]/g))
    copyCore(dist, posix.join(posix.dirname(module), imported))
}
