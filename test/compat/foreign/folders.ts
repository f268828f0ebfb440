import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ForeignPackage } from './packages.ts'

export const root: string = fileURLToPath(new URL('../../..', import.meta.url))
export const cache: string = join(root, 'node_modules/.cache/foreign')

/** The compilers that must accept the generated files. */
export const compilerVersions = ['5.9.3', '7.0.2'] as const

/** Prints a step of the current package, where the parent process reads the results from stdout. */
export function tell(step: string): void {
  try {
    writeSync(3, `  ${step}\n`)
  } catch {
    // Started by hand, without a third file.
  }
}

/** The packages that make and check the schemas, none of them a dependency of ours. */
const oracleTools = {
  ajv: '8.20.0',
  'ajv-formats': '3.0.1',
  'ts-json-schema-generator': '2.10.0',
  'typescript-json-schema': '0.68.0',
  // The compiler of both, which is the last one with the API that they use.
  typescript: '5.9.3',
}

/** The folder of a package, its sources and their generated files. */
export function folderOf({ name, version }: ForeignPackage): string {
  return join(cache, `${name.replace(/^@/, '').replace('/', '+')}@${version}`)
}

/** @throws when a version cannot be had */
export function installPackage(one: ForeignPackage): void {
  install(folderOf(one), { [one.name]: one.version, ...one.beside })
}

/** The folder with the tools that make and check schemas. */
export function installOracle(): string {
  return install(join(cache, 'oracle'), oracleTools)
}

/** The compiler's command. */
export function installCompiler(version: string): string {
  const folder = install(join(root, 'node_modules/.cache/typescript-versions', version), {
    typescript: version,
  })
  return join(folder, 'node_modules/typescript/bin/tsc')
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
