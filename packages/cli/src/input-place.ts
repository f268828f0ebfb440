import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The location of an input. */
interface InputPlace {
  /** The file or folder; for a glob the folder before its first wildcard. */
  readonly path: string
  /** The folder that an output folder mirrors. */
  readonly folder: string
}

export function inputPlace(base: string, input: string): InputPlace {
  const path = resolve(base, input)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found !== undefined) return { path, folder: found.isFile() ? dirname(path) : path }
  const parts = input.split('/')
  const wild = parts.findIndex((part) => /[*?{}[\]()!\\]/.test(part))
  const fixed = wild === -1 ? path : resolve(base, parts.slice(0, wild).join('/'))
  return { path: fixed, folder: fixed }
}
