import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const pattern = /^\.ctxgen-(\d+)-[0-9a-f]{8}\.tmp(\.mjs)?$/

/** Older files are nobody's any more, whatever process has the number now. In ms. */
const longestLife = 60 * 60 * 1000

/**
 * A name for a file that is to be renamed or removed at once. It fits wherever an output's own name does, no glob for
 * sources or outputs matches it, and it says whose it is, so that {@link sweepTemporaryFiles} leaves those of others.
 */
export function temporaryName(): string {
  return `.ctxgen-${process.pid}-${randomUUID().slice(0, 8)}.tmp`
}

/** Removes what runs that were killed left in a folder. */
export function sweepTemporaryFiles(folder: string): void {
  for (const name of namesIn(folder)) {
    const owner = pattern.exec(name)?.[1]
    if (owner === undefined) continue
    const path = join(folder, name)
    // Quietly: it is no part of what the run was asked for, and a folder that may not be written to shows elsewhere.
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
    // It is there and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
