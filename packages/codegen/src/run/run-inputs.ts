import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Disk } from '../disk/recorded-disk.ts'
import { type FoundInputs, findInputs } from '../input/find-inputs.ts'
import type { GenerateOptions } from '../input/generate-options.ts'
import { OutputPlaces } from '../input/output-places.ts'
import { findOwnRules } from '../input/own-rules.ts'
import { Sources } from '../parse/parse-sources.ts'

export function findInputsOf(options: GenerateOptions): FoundInputs {
  const cwd = baseOf(options)
  return findInputs({ ...options, cwd, roots: (options.roots ?? []).map((root) => resolve(cwd, root)) })
}

export function placesOf(options: GenerateOptions, inputs: FoundInputs, disk?: Disk): OutputPlaces {
  const others = othersOf(options)
  const fileExists = disk === undefined ? existsSync : (path: string): boolean => disk.fileExists(path)
  return new OutputPlaces({ inputs, cwd: cwdOf(options), others, fileExists })
}

/** Absolute paths of the projects with other options. */
export function othersOf(options: GenerateOptions): readonly string[] {
  return (options.others ?? []).map((other) => resolve(baseOf(options), other))
}

/** @throws UsageError for an unreadable tsconfig or an invalid custom rule. */
export function openSources(
  options: GenerateOptions,
  inputs: FoundInputs,
  places: OutputPlaces,
  disk?: Disk,
): Sources {
  const { project, aliasTag, missing = 'error', any = 'error' } = options
  const rules = findOwnRules(options.rules ?? {}, baseOf(options))
  const tsconfig = project === undefined ? undefined : resolve(baseOf(options), project)
  const request = {
    paths: pathsOf(inputs),
    cwd: cwdOf(options),
    tsconfig,
    aliasTag,
    missing,
    any,
    rules,
    outputOf: places.outputOf,
  }
  return new Sources(disk === undefined ? request : { ...request, disk })
}

export function pathsOf(inputs: FoundInputs): readonly string[] {
  return inputs.files.map(({ sourcePath }) => sourcePath)
}

export function cwdOf({ cwd }: GenerateOptions): string {
  return resolve(cwd ?? process.cwd())
}

export function baseOf(options: GenerateOptions): string {
  return resolve(cwdOf(options), options.base ?? '.')
}
