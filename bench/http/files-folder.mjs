import { fileURLToPath } from 'node:url'

/** The folder of the served file, which `build.mjs` writes. */
export const filesFolder = fileURLToPath(new URL('../dist/files', import.meta.url))
