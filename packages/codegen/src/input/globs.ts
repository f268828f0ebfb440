import { ownRequire } from '../own-package.ts'

type Globs = typeof import('tinyglobby')

let loaded: Globs | undefined

/** What understands globs. Loaded when there is one, as a folder is what most runs are given. */
export function globs(): Globs {
  loaded ??= ownRequire('tinyglobby') as Globs
  return loaded
}
