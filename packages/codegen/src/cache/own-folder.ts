import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the generator's code: `dist` when it is built, whatever file of it this has become part of. */
export const ownFolder: string = codeFolder(dirname(fileURLToPath(import.meta.url)))

function codeFolder(folder: string): string {
  const above = dirname(folder)
  return above === folder || existsSync(join(above, 'package.json')) ? folder : codeFolder(above)
}
