import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The binary of a Node: a path is returned unchanged; a version (`26`, `24.1`, `latest`) is installed from the npm
 * package of this platform in `dist/nodes` on first use. `undefined` means the current Node.
 */
export function nodeBinary(wanted) {
  if (wanted === undefined) return process.execPath
  if (isAbsolute(wanted)) return wanted
  const name = `node-${process.platform}-${process.arch}`
  const folder = fileURLToPath(new URL(`../dist/nodes/${wanted}`, import.meta.url))
  const binary = `${folder}/node_modules/${name}/bin/node`
  if (!existsSync(binary)) {
    const args = ['install', '--no-save', '--prefix', folder, `${name}@${wanted}`]
    const { status, stderr } = spawnSync('npm', args, { encoding: 'utf8' })
    if (status !== 0 || !existsSync(binary))
      throw new Error(`node ${wanted} could not be installed: ${stderr}`)
  }
  return binary
}

export function nodeVersion(binary) {
  return spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout.trim()
}
