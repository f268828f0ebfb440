import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const pattern = /^\.ctxgen-(\d+)-[0-9a-f]{8}\.tmp(\.mjs)?$/

/** Older files are abandoned, even if their process id is in use again. In ms. */
const longestLife = 60 * 60 * 1000

/**
 * A short name that no glob for sources or outputs matches. It contains the process id, which lets
 * {@link sweepTemporaryFiles} keep the files of running processes.
 */
export function temporaryName(): string {
  return `.ctxgen-${process.pid}-${randomUUID().slice(0, 8)}.tmp`
}

/** Removes the temporary files of killed runs from a folder. */
export function sweepTemporaryFiles(folder: string): void {
  for (const name of namesIn(folder)) {
    const owner = pattern.exec(name)?.[1]
    if (owner === undefined) continue
    const path = join(folder, name)
    // Errors are ignored: cleaning up is optional, and an unwritable folder is reported elsewhere.
    try {
      if (!isAlive(Number(owner)) || Date.now() - statSync(path).mtimeMs > longestLife) rmSync(path)
    } catch {}
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
