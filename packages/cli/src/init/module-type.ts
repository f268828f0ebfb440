import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addMember, readObject } from './json-object.ts'
import { manifestOf } from './manifest.ts'

/** The `type` in package.json. */
type ModuleType = 'module' | 'commonjs' | undefined

export function moduleTypeOf(cwd: string): ModuleType {
  const { type } = manifestOf(readFileSync(join(cwd, 'package.json'), 'utf8'))
  return type === 'module' || type === 'commonjs' ? type : undefined
}

/** Whether a folder has no code yet that `"type": "module"` would affect. */
export function hasNoCode(cwd: string): boolean {
  const isCode = (name: string): boolean =>
    /\.[cm]?[jt]sx?$/.test(name) && !/^(ctxgen\.config|dev)\./.test(name)
  return !existsSync(join(cwd, 'src')) && !readdirSync(cwd).some(isCode)
}

/** Adds the type to a package.json, and keeps all other text byte for byte. */
export function addModuleType(text: string): string {
  return addMember(text, readObject(text), `"type":${/":\s|\n/.test(text) ? ' ' : ''}"module"`)
}
