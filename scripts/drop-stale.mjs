// Deletes declarations of deleted modules: tsc leaves them, and they would be packed.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../packages', import.meta.url))

for (const name of ['runtime', 'codegen', 'cli']) {
  const dist = join(packages, name, 'dist')
  for (const file of readdirSync(dist, { recursive: true })) {
    const [, module] = /^(.+)\.d\.ts(?:\.map)?$/.exec(file) ?? []
    if (module !== undefined && !existsSync(join(packages, name, 'src', `${module}.ts`)))
      rmSync(join(dist, file))
  }
}
