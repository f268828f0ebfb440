// Ends a script that needs built packages in a clone without them, where it would print a thousand errors.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const missing = ['core', 'runtime', 'codegen', 'cli', 'middleware', 'create'].filter(
  (name) => !existsSync(fileURLToPath(new URL(`../packages/${name}/dist`, import.meta.url))),
)
if (missing.length > 0) {
  console.error(
    `packages/${missing.join(', packages/')} ${missing.length === 1 ? 'is' : 'are'} not built: npm run build`,
  )
  process.exit(1)
}
