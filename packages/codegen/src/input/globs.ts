import { ownRequire } from '../disk/own-package.ts'

type Globs = typeof import('tinyglobby')

let loaded: Globs | undefined

/** The glob package, loaded on demand: most runs have folders as inputs. */
export function globs(): Globs {
  loaded ??= ownRequire('tinyglobby') as Globs
  return loaded
}
