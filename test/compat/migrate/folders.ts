import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root: string = fileURLToPath(new URL('../../..', import.meta.url))
export const cache: string = join(root, 'node_modules/.cache/migrate')

/** The libraries that judge, and those that DTOs are written with. None is a dependency of ours. */
const libraries = {
  zod: '4.6.7',
  'zod-to-json-schema': '3.25.2',
  'class-validator': '0.15.1',
  'class-transformer': '0.5.1',
  'reflect-metadata': '0.2.2',
  '@nestjs/common': '11',
  '@nestjs/core': '11',
  '@nestjs/mapped-types': '2',
  '@nestjs/swagger': '11',
  rxjs: '7',
  '@sinclair/typebox': '0.34.52',
  typebox: '1.4.3',
  ajv: '8',
  'ajv-formats': '3.0.1',
}

/** The folder below which everything of a run is, and the libraries are. @throws when one cannot be had */
export function installLibraries(): string {
  return install(cache, libraries)
}

/** The folder that a package and those it needs are installed in. @throws when it cannot be had */
export function unpack(name: string, version: string): string {
  const folder = join(cache, 'packages', `${name.replace('/', '+')}@${version}`)
  return install(folder, { [name]: version })
}

/** An empty folder for the files of a run. */
export function emptied(name: string): string {
  const folder = join(cache, 'runs', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

function install(folder: string, versions: Readonly<Record<string, string>>): string {
  const isThere = Object.keys(versions).every((name) => existsSync(join(folder, 'node_modules', name)))
  if (isThere) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--legacy-peer-deps']
  const specs = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
  const { status, stderr } = spawnSync('npm', ['install', ...options, ...specs], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`${specs.join(', ')} cannot be had:\n${stderr}`)
  return folder
}
