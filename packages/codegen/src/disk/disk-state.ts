import { type BigIntStats, statSync } from 'node:fs'

/**
 * A second save within one clock tick of the file system leaves no trace. The coarsest clock (FAT) ticks every two
 * seconds. In ms.
 */
const coarsestTick = 2000

/** Snapshot of file metadata, to find files that were changed, added or removed since. */
export class DiskState {
  readonly #marks = new Map<string, string>()

  /** @param since when reading started, in ms since 1970: a file saved around then may have been read before */
  constructor(paths: Iterable<string>, since: number) {
    for (const path of paths) this.#marks.set(path, markOf(path, since - coarsestTick))
  }

  /** May include unchanged files, but never misses a changed one. */
  get changed(): readonly string[] {
    return [...this.#marks].flatMap(([path, mark]) => (mark === markOf(path) ? [] : [path]))
  }
}

function markOf(path: string, newest = Number.POSITIVE_INFINITY): string {
  const found = statOf(path)
  if (found === undefined) return 'absent'
  const { dev, ino, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = found
  // No file has this mark, so the next comparison counts it as changed.
  if (mtimeMs > newest || ctimeMs > newest) return 'too new to tell'
  return [dev, ino, size, mtimeNs, ctimeNs].join(':')
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true })
  } catch {
    return undefined
  }
}
