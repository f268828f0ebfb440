import { statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { isInside } from '@ctxgen/codegen/project-root'

/** Where an input reads. */
export interface InputPlace {
  /** The file or folder; of a glob the folder before its first wildcard. */
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

/**
 * The output folder of an input of the command line, given the config's. Where an input of the config covers it, that
 * one is mirrored, so that a file on its own is written to the same place as with all the others.
 */
export function mirroredOutDir(outDir: string, input: InputPlace, ofConfig: readonly InputPlace[]): string {
  const covers = ofConfig.filter(({ path }) => isInside(path, input.path)).map(({ folder }) => folder)
  const [outermost] = covers.sort((a, b) => a.length - b.length)
  return outermost === undefined ? outDir : join(outDir, relative(outermost, input.folder))
}
