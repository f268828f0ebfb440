import { fileURLToPath } from 'node:url'

/** Where the served file is; `build.mjs` writes it. */
export const filesFolder = fileURLToPath(new URL('../dist/files', import.meta.url))
