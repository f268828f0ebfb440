import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { places } from '../../conformance/places.ts'
import type { Attack } from '../run/attack.ts'
import { reference } from '../run/reference.ts'

/** Folders for the scenes of many attacks, in which `@ctxgen/runtime` resolves. */
export interface Stage {
  readonly path: string
  remove(): void
}

export function openStage(): Stage {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-scenes-')))
  mkdirSync(join(path, 'node_modules/@ctxgen'), { recursive: true })
  symlinkSync(places.runtimePackage, join(path, 'node_modules/@ctxgen/runtime'), 'junction')
  writeFileSync(join(path, 'package.json'), '{ "private": true, "type": "module" }')
  return { path, remove: () => removeAll(path) }
}

/** Also removes folders that an attack made unreadable. */
function removeAll(path: string): void {
  const folders = [path]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    chmodSync(folder, 0o755)
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(join(folder, entry.name))
    }
  }
  rmSync(path, { recursive: true, force: true })
}

/** The folder of one attack on the generator. */
export interface Scene {
  /** The command's working folder: the source and the files of the entry, nothing else. */
  readonly folder: string
  readonly sourceFile: string
  readonly source: string
  /** The arguments of the command. */
  readonly args: readonly string[]
  /** Why this machine cannot set up the scene. */
  readonly impossible?: string
}

/** Sets up the scene of an attack: its files, links and permissions. */
export function setScene(attack: Attack, stage: Stage, name: string): Scene {
  const { codegenExtra: extra = {}, codegenRepeat: repeat } = attack
  const folder = join(stage.path, name, 'project')
  mkdirSync(folder, { recursive: true })
  // The targets of links that leave the folder.
  mkdirSync(join(folder, '../outside'))
  const source = repeat === undefined ? (attack.codegen ?? '') : reference.repeatStr(repeat)
  const sourceFile = extra.fileName ?? 'dto.ts'
  const scene = { folder, sourceFile, source, args: [...(extra.args ?? []), '.'] }
  // The project is this folder; without it, the package.json of the stage above would count.
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const place = (name: string): string => placeIn(folder, name)
  mkdirSync(dirname(place(sourceFile)), { recursive: true })
  writeFileSync(place(sourceFile), source)
  for (const [file, text] of Object.entries(extra.files ?? {})) {
    mkdirSync(dirname(place(file)), { recursive: true })
    writeFileSync(place(file), text)
  }
  for (const [link, target] of extra.symlinks ?? []) {
    mkdirSync(dirname(place(link)), { recursive: true })
    symlinkSync(target, place(link))
  }
  if (extra.chmod === undefined) return scene
  if (process.getuid?.() === 0) return { ...scene, impossible: 'the administrator may write anywhere' }
  setRights(folder, extra.chmod)
  return scene
}

/** @throws if a name leads out of the scene: attacks must not write there. */
function placeIn(folder: string, name: string): string {
  const path = join(folder, name)
  if (!path.startsWith(dirname(folder) + sep)) throw new Error(`${name} leads out of the scene`)
  return path
}

function setRights(folder: string, rights: NonNullable<NonNullable<Attack['codegenExtra']>['chmod']>): void {
  const list = isList(rights) ? rights : Object.entries(rights)
  for (const [name, mode] of list) {
    const path = placeIn(folder, name)
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) mkdirSync(path, { recursive: true })
    chmodSync(path, typeof mode === 'number' ? mode : Number.parseInt(mode, 8))
  }
}

function isList(
  rights: NonNullable<NonNullable<Attack['codegenExtra']>['chmod']>,
): rights is readonly (readonly [string, string | number])[] {
  return Array.isArray(rights)
}

/**
 * The text of every file below a folder, by path. Links are not followed, unlike in a recursive readdir of
 * Node 26.
 */
export function filesBelow(folder: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) for (const [below, text] of filesBelow(path)) files.set(below, text)
    if (entry.isFile()) files.set(path, readFileSync(path, 'utf8'))
  }
  return files
}

/** Files written by ctxgen. */
export function outputsBelow(folder: string): ReadonlyMap<string, string> {
  return new Map([...filesBelow(folder)].filter(([path]) => /\.bind\.[cm]?ts$/.test(path)))
}
